import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type ListenSession, openListenSession } from '../../foundation/database/listen-session.js';
import { type Listeners, makeListeners } from './listeners.js';
import { type Channel, type LiveHub, RESYNC } from './live-hub.js';

export interface LiveHubNeeds {
  /** Of the database, for one connection. */
  address: () => Promise<string>;
  /** The connection's name at Postgres. */
  session: string;
  /** What it listens to; only these can be followed. */
  channels: readonly { name: string }[];
  clock: () => Date;
  log: Logger;
  /** Interval of the ping, in milliseconds. */
  pingMs?: number;
  /** How long it has for each response, in milliseconds. */
  timeoutMs?: number;
}

interface Followed {
  notify: (payload: string) => void;
  listeners: Listeners<unknown>;
}

const FIRST_PAUSE_MS = 250;

const LONGEST_PAUSE_MS = 5_000;

const CATCH_UP_MS = 1_000;

export function makeLiveHub({
  address,
  session: name,
  channels,
  clock,
  log,
  pingMs = 5_000,
  timeoutMs = 5_000,
}: LiveHubNeeds): LiveHub {
  const names = channels.map(({ name }) => name);
  /** By name: the channels that have been followed. */
  const followed = new Map<string, Followed>();
  let session: ListenSession | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let endPause: (() => void) | undefined;

  function listenersOf<Notice>(channel: Channel<Notice>): Listeners<Notice | typeof RESYNC> {
    const known = followed.get(channel.name);
    if (known) return known.listeners as Listeners<Notice | typeof RESYNC>;
    if (!names.includes(channel.name)) throw new Error(`The live hub was not started with the channel ${channel.name}`);
    const listeners = makeListeners<Notice | typeof RESYNC>();
    const notify = (payload: string) => {
      const notice = channel.parse(payload);
      if (notice !== undefined) listeners.notify(channel.topicsOf(notice), notice);
    };
    followed.set(channel.name, { notify, listeners: listeners as Listeners<unknown> });
    return listeners;
  }

  const onNotice = (name: string, payload: string) => followed.get(name)?.notify(payload);

  const open = async () =>
    openListenSession({ url: await address(), name, channels: names, onNotice, clock, pingMs, timeoutMs });

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
      for (const { listeners } of followed.values()) listeners.tellAll(RESYNC);
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
    follow: (channel, topic, listener) => listenersOf(channel).add(topic, listener),
    async catchUp() {
      if (!session) return null;
      const limit = new AbortController();
      const late = delay(CATCH_UP_MS, null, { signal: limit.signal }).catch(() => null);
      const position = await Promise.race([session.catchUp().catch(() => null), late]);
      limit.abort();
      return position;
    },
    async stop() {
      stopped = true;
      endPause?.();
      await session?.close();
      await running;
    },
  };
}
