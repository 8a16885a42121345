import type { Logger } from 'pino';
import type { LiveHub } from '../src/domain/events/live-hub.js';
import { NOTIFICATION_CHANGES } from '../src/domain/notifications/notification.repository.js';
import type { PushNotifications } from '../src/domain/notifications/push-notifications.use-case.js';

/** For retries, and after lost notices and errors. */
const LOOK_EVERY_MS = 5_000;
/** What happens together is looked at together. */
const GATHER_MS = 500;
/** Concurrent requests: a push service that does not respond holds up one of them, for the time of a request. */
const AT_ONCE = 50;

/**
 * Sends push messages when they are due: about half a second after their notifications were written, and every few seconds.
 * Returns a function that stops it, and ends the requests under way.
 */
export function startNotificationPushes({
  hub,
  pushNotifications,
  log,
}: {
  hub: Pick<LiveHub, 'follow'>;
  pushNotifications: PushNotifications;
  log: Pick<Logger, 'warn'>;
}): () => Promise<void> {
  const lanes = new Set<Promise<void>>();
  let gathering: NodeJS.Timeout | undefined;
  let isStopping = false;

  /** Sends one message after another. While it waits for a response, another lane looks for the next message. */
  async function send(): Promise<void> {
    while (!isStopping) {
      const sendPush = await pushNotifications();
      if (!sendPush) return;
      addLane();
      await sendPush();
    }
  }
  function addLane(): void {
    if (isStopping || lanes.size >= AT_ONCE) return;
    const lane = send()
      .catch((error) => log.warn({ err: error }, 'A push message was not sent; it is tried again'))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }
  function lookSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      addLane();
    }, GATHER_MS);
  }

  const unfollow = hub.follow(NOTIFICATION_CHANGES, null, lookSoon);
  const timer = setInterval(lookSoon, LOOK_EVERY_MS);
  lookSoon();
  return async () => {
    isStopping = true;
    unfollow();
    clearInterval(timer);
    clearTimeout(gathering);
    await Promise.all(lanes);
  };
}
