import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ViewerContext } from '../identity/viewer-context.js';
import type { FollowDeliveries } from './follow-deliveries.use-case.js';
import type { WebhookAttempt } from './webhook.js';
import { attemptsOfDeliveries } from './webhook-delivery.repository.js';

export interface WebhookLoaders {
  attemptsOfDelivery: DataLoader<string, WebhookAttempt[]>;
}

/** What the resolvers of webhooks find in the context of an operation. */
export interface WebhooksContext extends ViewerContext {
  loaders: WebhookLoaders;
  live: { followDeliveries: FollowDeliveries };
}

export const makeWebhookLoaders = (db: Db): WebhookLoaders => ({
  attemptsOfDelivery: new DataLoader(async (deliveryIds) => {
    const attempts = await attemptsOfDeliveries(db, deliveryIds);
    return deliveryIds.map((id) => attempts.filter(({ deliveryId }) => deliveryId === id));
  }),
});
