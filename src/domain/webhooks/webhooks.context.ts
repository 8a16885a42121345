import DataLoader from 'dataloader';
import type { Db, Read } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import type { ViewerContext } from '../identity/graphql/viewer.context.js';
import type { FollowDeliveries } from './follow-deliveries.use-case.js';
import type { Webhook, WebhookAttempt, WebhookDelivery } from './webhook.js';
import { webhooksById } from './webhook.repository.js';
import {
  type AttemptedDelivery,
  attemptsOfDeliveries,
  type DeliveryList,
  type DeliveryPage,
  deliveriesById,
  deliveryCounts,
  deliveryPages,
} from './webhook-delivery.repository.js';

export interface WebhookLoaders {
  webhook: DataLoader<string, Webhook | null>;
  delivery: DataLoader<string, WebhookDelivery | null>;
  deliveryPage: DataLoader<DeliveryPage, WebhookDelivery[], string>;
  deliveryCount: DataLoader<DeliveryList, number, string>;
  attemptsOfDelivery: DataLoader<AttemptedDelivery, WebhookAttempt[], string>;
}

/** What REST does in its own way. */
export interface WebhookCompat {
  /** Enabling a webhook again keeps failureCount [webhooks/re-enable-keeps-count]. */
  keepFailureCount?: true;
  /** An update of the events keeps those that REST does not offer. */
  keepOtherEvents?: true;
}

/** What the resolvers of webhooks find in the context of an operation. */
export interface WebhooksContext extends ViewerContext {
  loaders: WebhookLoaders;
  /** Set by REST, which has checked the URL by its own rules; null for every operation that comes from outside. */
  compat: WebhookCompat | null;
  live: { followDeliveries: FollowDeliveries };
}

export const makeWebhookLoaders = (db: Db, read: Read): WebhookLoaders => ({
  webhook: loaderById((ids) => webhooksById(db, ids)),
  delivery: loaderById((ids) => read((from) => deliveriesById(from, ids))),
  deliveryPage: new DataLoader((pages) => read((from) => deliveryPages(from, pages)), {
    cacheKeyFn: (page) => JSON.stringify(page),
  }),
  deliveryCount: new DataLoader((lists) => read((from) => deliveryCounts(from, lists)), {
    cacheKeyFn: (list) => JSON.stringify(list),
  }),
  attemptsOfDelivery: new DataLoader((deliveries) => read((from) => attemptsOfDeliveries(from, deliveries)), {
    cacheKeyFn: ({ id, attemptCount }) => `${id}/${attemptCount}`,
  }),
});
