import type { Logger } from 'pino';
import type { LiveHub } from '../src/domain/events/live-hub.js';
import type { MailNotifications } from '../src/domain/notifications/mail-notifications.use-case.js';
import { NOTIFICATION_CHANGES } from '../src/domain/notifications/notification.repository.js';

/** For what became due by time, and after lost notices and errors. */
const LOOK_EVERY_MS = 15_000;
/** What happens together is one e-mail. */
const GATHER_MS = 1_000;

/**
 * Queues the e-mails of notifications when they are due: about a second after they were written, and every few seconds.
 * Returns a function that stops it.
 */
export function startNotificationMails({
  hub,
  mailNotifications,
  log,
}: {
  hub: Pick<LiveHub, 'follow'>;
  mailNotifications: MailNotifications;
  log: Pick<Logger, 'warn'>;
}): () => Promise<void> {
  let running: Promise<void> | undefined;
  let wantsMore = false;
  let gathering: NodeJS.Timeout | undefined;

  function look(): void {
    gathering = undefined;
    if (running) {
      wantsMore = true;
      return;
    }
    running = mailNotifications()
      .catch((error) => log.warn({ err: error }, 'E-mails of notifications were not queued; they are tried again'))
      .finally(() => {
        running = undefined;
        if (wantsMore) lookSoon();
        wantsMore = false;
      });
  }
  function lookSoon(): void {
    gathering ??= setTimeout(look, GATHER_MS);
  }

  const unfollow = hub.follow(NOTIFICATION_CHANGES, null, lookSoon);
  const timer = setInterval(lookSoon, LOOK_EVERY_MS);
  lookSoon();
  return async () => {
    unfollow();
    clearInterval(timer);
    clearTimeout(gathering);
    await running;
    clearTimeout(gathering);
  };
}
