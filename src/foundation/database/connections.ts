/** How every connection of this process to Postgres is made: none of them waits for anything without an end. */
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
  /** Cuts every connection: whoever waits for an answer gets an error, and the pools make new ones. */
  reset(): void;
}

export function makeConnections(url: string, limits: DatabaseLimits = DEFAULT_LIMITS): Connections {
  const open = new Set<BoundedClient>();

  class Client extends BoundedClient {
    constructor(config?: pg.ClientConfig) {
      // To a pool, the time for connecting is also that for waiting, which may be longer.
      super({ ...config, connectionTimeoutMillis: limits.connectMs });
      open.add(this);
      this.once('end', () => open.delete(this));
    }
  }

  const optionsWithin = (queryMs: number) => ({
    connectionString: url,
    connectionTimeoutMillis: limits.queryMs,
    query_timeout: queryMs,
    // Postgres gives up first, while its answer can still be told: a silent connection is the exception.
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

/** A client of `pg` that is of no use any more once it left a statement unanswered. */
class BoundedClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    // Between pg-pool and whoever asked for a connection there is a moment in which nobody listens, and an error
    // without a listener ends the process. Whoever uses the connection is told by its next statement.
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
   * `pg` gives up waiting for an answer and leaves the statement on the wire, so that every later one waits behind it,
   * in the next user's hands, too. An ended client takes no statement, and no pool keeps it.
   */
  private discardAfter(error: unknown): void {
    if (!(error instanceof Error) || error.message !== UNANSWERED) return;
    void this.end();
    this.connection.stream.destroy();
  }
}
