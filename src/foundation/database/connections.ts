/** Settings of every Postgres connection of this process: every wait has a time limit. */
import pg from 'pg';
import { HOUR_MS } from '../time/durations.js';

/** How long Postgres may take, in milliseconds. */
export interface DatabaseLimits {
  /** Until a new connection is ready. */
  connectMs: number;
  /** Until a statement is answered; also how long one waits for a free connection of a full pool. */
  queryMs: number;
}

const DEFAULT_LIMITS: DatabaseLimits = { connectMs: 5_000, queryMs: 15_000 };

/** A migration may rewrite a large table, and waits for another process that does. */
const MIGRATION_MS = HOUR_MS;

/** A connection that sends nothing for this long is probed by TCP: ten times, once a second. */
const KEEP_ALIVE_AFTER_MS = 5_000;

/** The error of pg for a statement that was not answered in time; it has no code. */
const UNANSWERED = 'Query read timeout';

/** The connections of a process to one database. */
export interface Connections {
  /** The options of a pool or a client of `pg`. */
  options: pg.ClientConfig & { Client: new (config?: pg.ClientConfig) => pg.Client };
  /** The same without the limits for ordinary statements: for migrations, which may take an hour. */
  forMigrations: pg.ClientConfig & { Client: new (config?: pg.ClientConfig) => pg.Client };
  /** Destroys every connection: pending queries fail, and the pools open new connections. */
  reset(): void;
}

export function makeConnections(url: string, limits: DatabaseLimits = DEFAULT_LIMITS): Connections {
  const open = new Set<BoundedClient>();

  class Client extends BoundedClient {
    constructor(config?: pg.ClientConfig) {
      // A pool uses the connect timeout also for waiting on a free connection, which may take longer.
      super({ ...config, connectionTimeoutMillis: limits.connectMs });
      open.add(this);
      this.once('end', () => open.delete(this));
    }
  }

  const optionsWithin = (queryMs: number) => ({
    connectionString: url,
    connectionTimeoutMillis: limits.queryMs,
    query_timeout: queryMs,
    // Postgres times out first, so that its error can still be reported; only a dead connection reaches the client’s
    // limit.
    statement_timeout: Math.ceil((queryMs * 2) / 3),
    idle_in_transaction_session_timeout: queryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    Client,
  });

  return {
    options: optionsWithin(limits.queryMs),
    forMigrations: optionsWithin(MIGRATION_MS),
    reset() {
      for (const client of open) client.connection.stream.destroy();
    },
  };
}

/** A client of `pg` that is discarded once a statement has timed out. */
class BoundedClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    // Between pg-pool and its caller there is a moment without an error listener, and an unhandled error event ends the
    // process. The caller sees the error at its next statement.
    this.on('error', () => undefined);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const settle = (error: unknown, result: unknown) => {
          this.discardAfter(error);
          callback(error, result);
        };
        return query(...args.slice(0, -1), settle);
      }
      const result = query(...args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        this.discardAfter(error);
        throw error;
      });
    }) as pg.Client['query'];
  }

  /**
   * After a query timeout, `pg` leaves the statement on the wire, so every later one on that connection waits behind
   * it, even for its next user. An ended client accepts no statements and is not returned to the pool.
   */
  private discardAfter(error: unknown): void {
    if (!(error instanceof Error) || error.message !== UNANSWERED) return;
    void this.end();
    this.connection.stream.destroy();
  }
}
