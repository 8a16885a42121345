import type { Viewer } from '../access/viewer.js';
import type { Db } from '../database/unit-of-work.js';
import { followChanges } from '../live/follow-changes.use-case.js';
import { type DeliveryListener, RESYNC } from '../live/live-hub.js';
import { presentPlace, readWindow } from '../live/window.repository.js';
import type { WebhookAttempt, WebhookDelivery } from './webhook.js';
import { attemptsOfDeliveries, CHANGED_DELIVERIES } from './webhook-delivery.repository.js';

export type FollowDeliveries = (viewer: Viewer, webhookId: string | null) => Promise<AsyncIterable<FollowedDelivery>>;
/** With its attempts, as they were when it was read. */
export type FollowedDelivery = WebhookDelivery & { attempts: WebhookAttempt[] };

/**
 * The viewer's deliveries as they change from now on, of one webhook or of all: each as it is when it is told. Changes
 * that come while one is being told are read together, so a subscriber that is slow, or that waited for the database,
 * sees fewer steps, never a wrong last one.
 */
export const makeFollowDeliveries =
  ({ db, follow }: { db: Db; follow: (listener: DeliveryListener) => () => void }): FollowDeliveries =>
  async ({ userId }, webhookId) => {
    const isWanted = (of: { webhookId: string }) => webhookId === null || of.webhookId === webhookId;
    return followChanges(await presentPlace(db, CHANGED_DELIVERIES, userId), {
      read: async (place) => {
        const changes = await readWindow(db, CHANGED_DELIVERIES, userId, place);
        // Read here, where a database that is away is waited for.
        const attempts = await attemptsOfDeliveries(
          db,
          changes.items.map(({ item }) => item.id),
        );
        const withAttempts = (delivery: WebhookDelivery) => ({
          ...delivery,
          attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
        });
        return { ...changes, items: changes.items.map(({ key, item }) => ({ key, item: withAttempts(item) })) };
      },
      listen: (wake) =>
        follow((notice) => {
          if (notice === RESYNC || (notice.userId === userId && isWanted(notice))) wake();
        }),
      tell: (delivery) => (isWanted(delivery) ? delivery : undefined),
    });
  };
