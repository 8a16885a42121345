import { Repeater } from '@repeaterjs/repeater';
import type { Viewer } from '../access/viewer.js';
import type { Db } from '../database/unit-of-work.js';
import { type DeliveryListener, RESYNC } from '../live/live-hub.js';
import type { WebhookDelivery } from './webhook.js';
import { deliveriesOfUser } from './webhook-delivery.repository.js';

export type FollowDeliveries = (viewer: Viewer, webhookId: string | null) => AsyncIterable<WebhookDelivery>;

/**
 * The viewer's deliveries as they change from now on, of one webhook or of all: each as it is when it is told. Notices
 * that come while one is being told are read together, so a subscriber that is slow sees fewer steps, never a wrong last one.
 */
export const makeFollowDeliveries =
  (needs: { db: Db; follow: (listener: DeliveryListener) => () => void }): FollowDeliveries =>
  ({ userId }, webhookId) =>
    new Repeater<WebhookDelivery>(async (push, stop) => {
      const waiting = new Set<string>();
      let reading = false;
      let stopped = false;
      const read = async () => {
        if (reading) return;
        reading = true;
        try {
          while (waiting.size > 0 && !stopped) {
            const ids = [...waiting];
            waiting.clear();
            for (const delivery of await deliveriesOfUser(needs.db, userId, ids)) {
              if (!stopped) await Promise.race([push(delivery), stop]);
            }
          }
        } catch (error) {
          stop(error);
        } finally {
          reading = false;
        }
      };
      const unfollow = needs.follow((notice) => {
        // What was missed while the connection was lost stands in the list of deliveries.
        if (notice === RESYNC || notice.userId !== userId) return;
        if (webhookId !== null && notice.webhookId !== webhookId) return;
        waiting.add(notice.deliveryId);
        void read();
      });
      await stop;
      stopped = true;
      unfollow();
    });
