import { Socket } from 'node:net';
import pg from 'pg';
import { type LogPosition, parsePosition, WRITTEN_POSITION } from './log-position.js';

export interface ListenSession {
  /** Resolves, with the reason, when the session has ended. */
  ended: Promise<Error>;
  /** When Postgres last responded: no notification before then was lost. */
  answeredAt(): Date;
  /**
   * Resolves once every notification that was sent before the call has been received: with the position up to which
   * Postgres had written its log then. Postgres sends a session what it has to be notified of before it is ready for the
   * next statement.
   */
  catchUp(): Promise<LogPosition>;
  /** Ends it, within a second. */
  close(): Promise<void>;
}

export interface ListenNeeds {
  url: string;
  /** Its name at Postgres. */
  name: string;
  channels: readonly string[];
  onNotice: (channel: string, payload: string) => void;
  clock: () => Date;
  /** Interval of keep-alive queries. */
  pingMs: number;
  /** Time limit for connecting with LISTEN, and for a keep-alive response. */
  timeoutMs: number;
}

/** Idle time before TCP keep-alive probes are sent. */
const KEEP_ALIVE_MS = 10_000;
/** Time limit for a clean shutdown. */
const GOODBYE_MS = 1_000;

/**
 * One LISTEN connection. A session that dies without a FIN (failover, NAT timeout) looks like an idle one, and TCP
 * notices only after hours; so it is probed regularly, and destroyed if it does not respond.
 */
export async function openListenSession(needs: ListenNeeds): Promise<ListenSession> {
  const { url, name, channels, onNotice, clock, pingMs, timeoutMs } = needs;
  // Our own socket, because the driver offers no way to destroy it.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => socket,
  });
  let failure: Error | undefined;
  let timer: NodeJS.Timeout | undefined;
  let answeredAt = clock();
  let asking: Promise<unknown> = Promise.resolve();
  let next: Promise<LogPosition> | undefined;
  const cut = (reason: Error) => {
    failure ??= reason;
    socket.destroy();
  };
  client.on('error', cut);
  client.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload));
  const ended = new Promise<Error>((resolve) => {
    client.on('end', () => {
      clearTimeout(timer);
      resolve(failure ?? new Error('Postgres ended the connection'));
    });
  });

  async function withinLimit<T>(work: Promise<T>, limitMs = timeoutMs): Promise<T> {
    const limit = setTimeout(() => cut(new Error(`Postgres did not answer within ${limitMs} ms`)), limitMs);
    try {
      return await work;
    } finally {
      clearTimeout(limit);
    }
  }

  async function ask(): Promise<LogPosition> {
    const askedAt = clock();
    const { rows } = await withinLimit(client.query(`SELECT ${WRITTEN_POSITION} AS written`));
    answeredAt = askedAt;
    return parsePosition(rows[0].written);
  }

  /** One statement at a time: callers that arrive while one is under way share the next one. */
  function catchUp(): Promise<LogPosition> {
    next ??= asking.then(() => {
      next = undefined;
      const answer = ask();
      asking = answer.catch(() => undefined);
      return answer;
    });
    return next;
  }

  async function ping(): Promise<void> {
    await catchUp();
    timer = setTimeout(pingNext, pingMs);
  }
  const pingNext = () => void ping().catch(cut);

  try {
    await withinLimit(client.connect().then(() => client.query(channels.map((name) => `LISTEN ${name}`).join('; '))));
  } catch (error) {
    cut(error as Error);
    throw failure;
  }
  answeredAt = clock();
  timer = setTimeout(pingNext, pingMs);

  return {
    ended,
    answeredAt: () => answeredAt,
    catchUp,
    async close() {
      clearTimeout(timer);
      failure ??= new Error('This process closed the connection');
      await withinLimit(Promise.race([client.end(), ended]), Math.min(timeoutMs, GOODBYE_MS));
    },
  };
}
