import type { Logger } from 'pino';
import { type ListenSession, openListenSession } from '../../foundation/database/listen-session.js';
import { ACCESS_CHANNEL } from '../identity/access.repository.js';
import { LIVE_CHANNEL, type LiveNotice } from '../posts/live-event.js';
import { parseNotice } from '../posts/live-event.repository.js';
import type { DeliveryNotice } from '../webhooks/webhook.js';
import { DELIVERY_CHANNEL, parseDeliveryNotice } from '../webhooks/webhook-delivery.repository.js';
import { makeListeners } from './listeners.js';

/** Told after the connection was lost: notices may have been missed, so whoever follows has to read again. */
export const RESYNC = 'resync';

export type NoticeListener = (notice: LiveNotice | typeof RESYNC) => void;
export type DeliveryListener = (notice: DeliveryNotice | typeof RESYNC) => void;
export type AccessListener = (userId: string | typeof RESYNC) => void;

/** One LISTEN connection of this process, fanned out to everyone in it who follows something. */
export interface LiveHub {
  /** Listens, or fails within the limit of time. From then on it connects again by itself, for ever. */
  start(): Promise<void>;
  /** Adds a listener for the events of a group or of all groups of a user, by its id, or for all (null). The answer removes it. */
  follow(id: string | null, listener: NoticeListener): () => void;
  /** The same for deliveries of webhooks: of a user, or all. */
  followDeliveries(userId: string | null, listener: DeliveryListener): () => void;
  /** Adds a listener for changes of users, keys and sessions, which may have ended somebody's access. */
  followAccess(listener: AccessListener): () => void;
  /** Ends the connection, within the limit of time, also when nobody answers. */
  stop(): Promise<void>;
}

export interface LiveHubNeeds {
  url: string;
  clock: () => Date;
  log: Logger;
  /** How often Postgres is asked for a sign of life, in milliseconds. */
  pingMs?: number;
  /** How long it has for each answer, in milliseconds. */
  timeoutMs?: number;
}

const CHANNELS = [LIVE_CHANNEL, DELIVERY_CHANNEL, ACCESS_CHANNEL];

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export function makeLiveHub({ url, clock, log, pingMs = 5_000, timeoutMs = 5_000 }: LiveHubNeeds): LiveHub {
  const events = makeListeners<LiveNotice | typeof RESYNC>();
  const deliveries = makeListeners<DeliveryNotice | typeof RESYNC>();
  const access = makeListeners<string>();
  let session: ListenSession | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let endPause: (() => void) | undefined;

  function onNotice(channel: string, payload: string): void {
    if (channel === LIVE_CHANNEL) {
      const notice = parseNotice(payload);
      if (notice) events.tell([notice.groupId, notice.userId], notice);
    } else if (channel === DELIVERY_CHANNEL) {
      const notice = parseDeliveryNotice(payload);
      deliveries.tell([notice.userId], notice);
    } else access.tell([], payload);
  }

  const open = () => openListenSession({ url, channels: CHANNELS, onNotice, clock, pingMs, timeoutMs });

  /** Keeps a session open: one line when it is lost and one when there is another, however many tries that took. */
  async function keepOpen(first: ListenSession): Promise<void> {
    for (let next: ListenSession | undefined = first; next; ) {
      session = next;
      const reason = await session.ended;
      if (stopped) return;
      const missedSince = session.answeredAt();
      log.warn({ err: reason, missedSince }, 'The LISTEN connection to Postgres was lost; reconnecting');
      next = await reopen();
      if (!next) return;
      log.info({ missedSince }, 'The LISTEN connection to Postgres was restored; reading missed events');
      for (const listeners of [events, deliveries, access]) listeners.tellAll(RESYNC);
    }
  }

  /** Tries until there is a session; undefined when the hub was stopped first. */
  async function reopen(): Promise<ListenSession | undefined> {
    for (let pauseMs = FIRST_PAUSE_MS; !stopped; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await pause(pauseMs);
      const opened = stopped ? undefined : await open().catch(() => undefined);
      if (opened && !stopped) return opened;
      await opened?.close();
    }
    return undefined;
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    async start() {
      running = keepOpen(await open());
    },
    follow: events.add,
    followDeliveries: deliveries.add,
    followAccess: (listener) => access.add(null, listener),
    async stop() {
      stopped = true;
      endPause?.();
      await session?.close();
      await running;
    },
  };
}
