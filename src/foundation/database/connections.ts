/** Settings of every Postgres connection of this process: every wait has a time limit. */
import pg from 'pg';
import { HOUR_MS, MINUTE_MS } from '../time/durations.js';
import { parseDatabaseUrl } from './database-url.js';
import { type HostChoice, makePrimaryHost, type SessionQuery } from './primary-host.js';
import { isCommitting, preparedName } from './statement.js';

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

/**
 * Settings that statements rely on, independent of those of the role or the database. A transaction pooler accepts no
 * options; the address may name others (`?options=`).
 */
const SESSION = '-c DateStyle=ISO,MDY -c standard_conforming_strings=on -c search_path=public';

/**
 * How long a connection that nobody uses stays open: posts come at round times, and those of the next five minutes find
 * the connections, with their prepared statements, of the last.
 */
const IDLE_MS = 6 * MINUTE_MS;

/** The error of pg for a statement that was not answered in time; it has no code. */
const UNANSWERED = 'Query read timeout';

export interface ConnectionOptions {
  limits?: DatabaseLimits;
  /**
   * The address is that of a pooler that gives a session for a transaction only, as PgBouncer does: nothing is prepared,
   * and the limits of statements are those of the database role.
   */
  isPooled?: boolean;
  /** Which host connections are made to; by default the one that accepts writes, where there are several. */
  host?: HostChoice;
}

/** The connections of a process to one database. */
export interface Connections {
  /** The address of the host that connections are made to. */
  address(): Promise<string>;
  /** The options of a pool or a client of `pg`. */
  options: pg.PoolConfig & { Client: new (config?: pg.ClientConfig) => pg.Client };
  /** The same without the limits for ordinary statements: for migrations, which may take an hour. */
  forMigrations: pg.ClientConfig & { Client: new (config?: pg.ClientConfig) => pg.Client };
  /** Destroys every connection: pending queries fail, and the pools open new connections. */
  reset(): void;
}

/** `url` may have several hosts, of which each connection is made to one. */
export function makeConnections(
  url: string,
  { limits = DEFAULT_LIMITS, isPooled = false, host: given }: ConnectionOptions = {},
): Connections {
  const { hosts, isReadWrite } = parseDatabaseUrl(url) ?? { hosts: [url] as const, isReadWrite: false };
  const [first] = hosts;
  const host = given ?? (isReadWrite ? makePrimaryHost(hosts, limits.connectMs) : null);
  const open = new Set<BoundedClient>();

  class Client extends BoundedClient {
    constructor(config?: pg.ClientConfig) {
      // A pool uses the connect timeout also for waiting on a free connection, which may take longer.
      super({ ...config, connectionTimeoutMillis: limits.connectMs }, { host, isPooled });
      open.add(this);
      this.once('end', () => open.delete(this));
    }
  }

  const optionsWithin = (queryMs: number) => ({
    connectionString: first,
    connectionTimeoutMillis: limits.queryMs,
    query_timeout: queryMs,
    // Postgres times out first, so that its error can still be reported; only a dead connection reaches the client’s
    // limit.
    ...(!isPooled && {
      options: SESSION,
      statement_timeout: Math.ceil((queryMs * 2) / 3),
      // Earlier, so that a lock that is held has a separate error.
      lock_timeout: Math.ceil(queryMs * 0.6),
      idle_in_transaction_session_timeout: queryMs,
    }),
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // A statement is sent without waiting for the response to the one before it on the same connection.
    pipeline: true,
    Client,
  });

  return {
    address: async () => (host ? host.find() : first),
    options: optionsWithin(limits.queryMs),
    forMigrations: optionsWithin(MIGRATION_MS),
    reset() {
      for (const client of open) client.connection.stream.destroy();
    },
  };
}

type Query = (...args: unknown[]) => unknown;

const READ_ONLY = '25006';
const DEFAULT_PORT = 5432;
const START = 'START TRANSACTION';
const ENDS = ['COMMIT', 'ROLLBACK'];
const NOTHING = { rows: [], rowCount: 0, command: '' };

/**
 * A client of `pg` that sends what is to be sent at the same moment in one piece, a transaction's start with its first
 * statement and its end with the last one (`committing`), and that is discarded once a statement has timed out.
 */
class BoundedClient extends pg.Client {
  /** A transaction has begun for its user, of which Postgres does not know yet. */
  private isStarting = false;
  /** While Postgres starts a transaction, and nothing may overtake its first statement. */
  private starting: Promise<unknown> | null = null;
  /** A transaction has ended in Postgres, of which its user does not know yet. */
  private isEnded = false;

  constructor(
    config: pg.ClientConfig,
    private readonly where: { host: HostChoice | null; isPooled: boolean },
  ) {
    super(config);
    // Between pg-pool and its caller there is a moment without an error listener, and an unhandled error event ends the
    // process. The caller sees the error at its next statement.
    this.on('error', () => undefined);
    const query = this.inOnePiece(this.query.bind(this) as Query);
    const send: Query = (...given) => query(...(where.isPooled ? given : named(given)));
    const connect = this.connect.bind(this) as () => Promise<unknown>;
    this.connect = ((callback?: (error?: Error) => void) => {
      const connecting = this.connectToHost(connect, query);
      if (!callback) return connecting;
      connecting.then(() => callback(), callback);
    }) as pg.Client['connect'];
    this.query = ((...given: unknown[]) => {
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const settle = (error: unknown, result: unknown) => {
          this.discardAfter(error);
          callback(error, result);
        };
        return send(...given.slice(0, -1), settle);
      }
      const result = this.sendInTransaction(send, given);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        this.discardAfter(error);
        throw error;
      });
    }) as pg.Client['query'];
  }

  private async connectToHost(connect: () => Promise<unknown>, query: Query): Promise<void> {
    const { host } = this.where;
    if (!host) return void (await connect());
    const { hostname, port } = new URL(await host.find());
    // The host name of a URL has an IPv6 address in brackets.
    Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) });
    try {
      await connect();
      await host.check((text) => query(text) as ReturnType<SessionQuery>);
    } catch (error) {
      host.forget();
      this.connection.stream.destroy();
      throw error;
    }
  }

  /** What is sent before the event loop turns leaves in one write. */
  private inOnePiece(query: Query): Query {
    return (...args) => {
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      return query(...args);
    };
  }

  private sendInTransaction(send: Query, given: unknown[]): unknown {
    const [text] = given;
    if (this.isEnded) return this.endAgain(text);
    if (this.starting) return this.starting.then(() => send(...given));
    if (this.isStarting || text === START) return this.start(send, given);
    return typeof text === 'string' && isCommitting(text) ? this.commitWith(send, given) : send(...given);
  }

  /** Sends COMMIT with a statement. Where that fails, Postgres takes the COMMIT for a ROLLBACK. */
  private async commitWith(send: Query, given: unknown[]): Promise<unknown> {
    this.isEnded = true;
    const [result] = await Promise.all([send(...given), send('COMMIT')]);
    return result;
  }

  /** The end of a transaction that has ended. */
  private async endAgain(text: unknown): Promise<unknown> {
    if (!ENDS.includes(String(text))) throw new Error('A statement came after the one that COMMIT was sent with');
    this.isEnded = false;
    return NOTHING;
  }

  /**
   * Starts a transaction with its first statement. One that may write waits until Postgres has started it: alone, it
   * would be stored.
   */
  private async start(send: Query, given: unknown[]): Promise<unknown> {
    const [text] = given;
    this.isStarting = text === START;
    if (this.isStarting || ENDS.includes(String(text))) return NOTHING;
    const started = Promise.resolve(send(START));
    const [, result] = await Promise.all([started, this.sendFirst(started, () => send(...given), String(text))]);
    return result;
  }

  private sendFirst(started: Promise<unknown>, send: () => unknown, text: string): unknown {
    if (text.startsWith('SELECT ')) return send();
    const goOn = () => {
      this.starting = null;
      return send();
    };
    const giveUp = (error: unknown) => {
      this.starting = null;
      throw error;
    };
    this.starting = started;
    return started.then(goOn, giveUp);
  }

  /**
   * After a query timeout, `pg` leaves the statement on the wire, so every later one on that connection waits behind
   * it, even for its next user. An ended client accepts no statements and is not returned to the pool. Nor is one whose
   * server accepts no writes any more.
   */
  private discardAfter(error: unknown): void {
    if (!(error instanceof Error)) return;
    const isDemoted = this.where.host !== null && (error as { code?: unknown }).code === READ_ONLY;
    if (isDemoted) this.where.host?.forget();
    if (!isDemoted && error.message !== UNANSWERED) return;
    void this.end();
    this.connection.stream.destroy();
  }
}

/** The arguments of a query with the name of its statement, where that is prepared. */
function named([text, ...rest]: unknown[]): unknown[] {
  const name = typeof text === 'string' ? preparedName(text) : undefined;
  return [name === undefined ? text : { name, text }, ...rest];
}
