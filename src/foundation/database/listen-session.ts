import { Socket } from 'node:net';
import pg from 'pg';

export interface ListenSession {
  /** Resolves, with the reason, when the session is over. */
  ended: Promise<Error>;
  /** When Postgres last answered: up to then no notice was lost. */
  answeredAt(): Date;
  /** Ends it, within a second. */
  close(): Promise<void>;
}

export interface ListenNeeds {
  url: string;
  channels: readonly string[];
  onNotice: (channel: string, payload: string) => void;
  clock: () => Date;
  /** How often it asks Postgres for a sign of life. */
  pingMs: number;
  /** How long connecting with LISTEN and an answer may take, each. */
  timeoutMs: number;
}

/** How long the connection is silent before TCP itself asks whether the other side is there. */
const KEEP_ALIVE_MS = 10_000;
/** How long the other side may take to say goodbye. */
const GOODBYE_MS = 1_000;

/**
 * One connection that listens. A session that dies without a FIN (a failover, a NAT that forgets it) looks like one that
 * has nothing to tell, and TCP notices after hours; so it is asked again and again, and cut when it does not answer.
 */
export async function openListenSession(needs: ListenNeeds): Promise<ListenSession> {
  const { url, channels, onNotice, clock, pingMs, timeoutMs } = needs;
  // A socket of our own, because the driver has no way to cut one.
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'live-hub',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    stream: () => socket,
  });
  let failure: Error | undefined;
  let timer: NodeJS.Timeout | undefined;
  let answeredAt = clock();
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

  async function ping(): Promise<void> {
    const askedAt = clock();
    await withinLimit(client.query('SELECT 1'));
    answeredAt = askedAt;
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
    async close() {
      clearTimeout(timer);
      failure ??= new Error('This process closed the connection');
      await withinLimit(Promise.race([client.end(), ended]), Math.min(timeoutMs, GOODBYE_MS));
    },
  };
}
