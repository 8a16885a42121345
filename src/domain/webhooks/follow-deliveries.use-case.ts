import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { FeedPosition } from '../events/feed-position.js';
import type { LiveHub } from '../events/live-hub.js';
import { makeFeeds } from '../events/share-feed.use-case.js';
import { windowSource } from '../events/window.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { WebhookAttempt, WebhookDelivery } from './webhook.js';
import { findWebhook } from './webhook.repository.js';
import { attemptsOfDeliveries, CHANGED_DELIVERIES, DELIVERY_CHANGES } from './webhook-delivery.repository.js';

export type FollowDeliveries = (viewer: Viewer, webhookId: string | null) => Promise<AsyncIterable<FollowedDelivery>>;
/** With its attempts at the time of reading. */
export type FollowedDelivery = WebhookDelivery & { attempts: WebhookAttempt[] };

/**
 * The viewer's deliveries as they change from now on, of one webhook or of all: each as it is when it is read. Changes
 * that come at the same time are read together, so a subscriber may see fewer steps, never a wrong last one.
 * WEBHOOK_NOT_FOUND.
 */
export const makeFollowDeliveries = ({ db, hub }: { db: Db; hub: LiveHub }): FollowDeliveries => {
  const feeds = makeFeeds<FeedPosition, FollowedDelivery>();
  return async ({ userId }, webhookId) => {
    if (webhookId !== null && !(await findWebhook(db, userId, webhookId))) throw new AppError('WEBHOOK_NOT_FOUND');
    const source = windowSource(db, CHANGED_DELIVERIES, userId, {
      listen: (wake) => hub.follow(DELIVERY_CHANGES, userId, wake),
      async toEvents(items) {
        // Read here, where an unavailable database is retried.
        const deliveries = items.map(({ item }) => item);
        const attempts = await attemptsOfDeliveries(db, deliveries);
        return deliveries.map((delivery, index) => ({ ...delivery, attempts: attempts[index] ?? [] }));
      },
    });
    const skips = (delivery: WebhookDelivery) => webhookId !== null && delivery.webhookId !== webhookId;
    return feeds.subscribe(userId, source, { after: null, skips });
  };
};
