import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { decodePosition, encodePosition, type FeedPosition } from '../events/feed-position.js';
import type { LiveHub } from '../events/live-hub.js';
import { makeFeeds } from '../events/share-feed.use-case.js';
import { windowSource } from '../events/window.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { WebhookAttempt, WebhookDelivery } from './webhook.js';
import { findWebhook } from './webhook.repository.js';
import {
  attemptsOfDeliveries,
  CHANGED_DELIVERIES,
  DELIVERY_CHANGES,
  isUpToDate,
} from './webhook-delivery.repository.js';

export type FollowDeliveries = (viewer: Viewer, wanted: WantedDeliveries) => Promise<AsyncIterable<DeliveryChange>>;

export interface WantedDeliveries {
  /** Null: of all webhooks. */
  webhookId: string | null;
  /** Cursor of the last change that the subscriber received; null: from now on. */
  after: string | null;
}

/** With its attempts at the time of reading. */
export type FollowedDelivery = WebhookDelivery & { attempts: WebhookAttempt[] };

/** A delivery that has changed, and the subscriber's cursor after it. */
export interface DeliveryChange {
  delivery: FollowedDelivery;
  cursor: string;
}

/**
 * The viewer's deliveries as they change, of one webhook or of all: those that changed after a cursor, then each new
 * change. Each is as it is when it is read. Changes that come at the same time are read together, so a subscriber may see
 * fewer steps, never a wrong last one. WEBHOOK_NOT_FOUND, PAGE_INVALID, CURSOR_EXPIRED.
 */
export const makeFollowDeliveries = ({ db, hub }: { db: Db; hub: LiveHub }): FollowDeliveries => {
  const feeds = makeFeeds<FeedPosition, DeliveryChange>();
  return async ({ userId }, { webhookId, after }) => {
    if (webhookId !== null && !(await findWebhook(db, userId, webhookId))) throw new AppError('WEBHOOK_NOT_FOUND');
    const source = windowSource(db, CHANGED_DELIVERIES, userId, {
      listen: (wake) => hub.follow(DELIVERY_CHANGES, userId, wake),
      async toEvents(items) {
        // Read here, where an unavailable database is retried.
        const deliveries = items.map(({ item }) => item);
        const attempts = await attemptsOfDeliveries(db, deliveries);
        return items.map(({ item, position }, index) => ({
          delivery: { ...item, attempts: attempts[index] ?? [] },
          cursor: encodePosition(position),
        }));
      },
    });
    const skips = ({ delivery }: DeliveryChange) => webhookId !== null && delivery.webhookId !== webhookId;
    return feeds.subscribe(userId, source, { after: after === null ? null : await positionOf(userId, after), skips });
  };

  async function positionOf(userId: string, cursor: string): Promise<FeedPosition> {
    const position = decodePosition(cursor);
    if (!position) throw new AppError('PAGE_INVALID', { reason: '`after` is not a valid cursor of webhookActivity' });
    if (!(await isUpToDate(db, userId, position))) throw new AppError('CURSOR_EXPIRED');
    return position;
  }
};
