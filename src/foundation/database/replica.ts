/** A replica that may lag: which one is used, and how much of what the primary has stored it has. */
import pg from 'pg';
import type { Logger } from 'pino';
import { type Connections, type DatabaseLimits, makeConnections } from './connections.js';
import { parseDatabaseUrl } from './database-url.js';
import { assertReplicaOf, type DatabaseIdentity, databaseIdentity } from './identity.js';
import { type LogPosition, parsePosition, REPLAYED_POSITION } from './log-position.js';
import type { HostChoice, SessionQuery } from './primary-host.js';
import type { Db } from './unit-of-work.js';

export interface Replica {
  /** Where what was last changed at a time of the monotonic clock can be read; null: not on a replica. */
  holding(changedAt: number): Db | null;
  /**
   * For how long the replica has been known to lag at most, in milliseconds; infinite before the first response, and while
   * none can be used.
   */
  lagMs(): number;
  stop(): Promise<void>;
}

export interface ReplicaNeeds {
  /** Of one or several replicas. */
  url: string;
  limits: DatabaseLimits;
  isPooled: boolean;
  /** A replica that lags by more is not used. */
  maxLagMs: number;
  /** Connects to the replica that is used. */
  open: (connect: Connections['options']) => Promise<{ db: Db; close(): Promise<void> }>;
  /** The position of what the primary has written, once this process knows of all that was committed before the call. */
  writtenPosition: () => Promise<LogPosition | null>;
  /** Of the database that the primary has now. */
  primaryIdentity: () => Promise<DatabaseIdentity>;
  /** After each probe: the time of the monotonic clock up to which the replica holds everything. */
  onProgress: (holdsUntil: number) => void;
  monotonic: () => number;
  log: Logger;
}

/** A replica that fails, or answers nothing, is found out after both of these at most. */
const PROBE_MS = 500;
const PROBE_LIMITS: DatabaseLimits = { connectMs: 2_000, queryMs: 2_000 };

/**
 * Follows how far a replica is. Twice a second it is asked how far it has come in the log, and is known to hold what the
 * primary had committed at the last time at which the primary was not further than that. One replica is used at a time:
 * when it fails or lags too much, the connections to it end, and the next one is tried.
 */
export function watchReplica(needs: ReplicaNeeds): Replica {
  const { url, limits, isPooled, maxLagMs, writtenPosition, primaryIdentity, monotonic, log } = needs;
  const hosts = parseDatabaseUrl(url)?.hosts ?? [url];
  const host = chooseReplica(hosts);
  const connections = makeConnections(url, { limits, isPooled, host: host.ofLists });
  const probing = makeConnections(url, { limits: PROBE_LIMITS, isPooled, host: host.ofProbes });
  const pool = new pg.Pool({ ...probing.options, max: 1, application_name: 'replica-probe' });
  // Reported by the failing probe.
  pool.on('error', () => undefined);

  /** What the primary had written, and when: of the time in which a replica may lag. */
  let written: { at: number; position: LogPosition }[] = [];
  let holdsUntil = Number.NEGATIVE_INFINITY;
  /** When the replica was chosen, which may take a moment to catch up. */
  let chosenAt = monotonic();
  /** The replica that is probed is one of the primary's database. */
  let isOfPrimary = false;
  let opened: Awaited<ReturnType<ReplicaNeeds['open']>> | null = null;
  /** Undefined: nothing is known yet. */
  let isUsed: boolean | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;

  const lagMs = () => (opened ? monotonic() - holdsUntil : Number.POSITIVE_INFINITY);

  async function probe(): Promise<void> {
    const at = monotonic();
    const position = await writtenPosition();
    if (position !== null) written.push({ at, position });
    written = written.filter((sample) => at - sample.at <= maxLagMs);
    try {
      const { rows } = await pool.query(`SELECT ${REPLAYED_POSITION} AS replayed, pg_is_in_recovery() AS repeats`);
      if (!rows[0].repeats) throw new Error('it accepts writes');
      const replayed = parsePosition(rows[0].replayed);
      // The address of a primary that was lost may lead to another one now.
      if (position === null) isOfPrimary = false;
      else if (!isOfPrimary) {
        assertReplicaOf(await primaryIdentity(), await databaseIdentity((text) => pool.query(text)));
        isOfPrimary = true;
      }
      opened ??= await needs.open(connections.options);
      const held = written.findLastIndex((sample) => sample.position <= replayed);
      holdsUntil = written[held]?.at ?? holdsUntil;
      // So that another replica is not taken for one that holds less than was reported.
      written.splice(0, held + 1);
      needs.onProgress(holdsUntil);
      if (lagMs() <= maxLagMs) report(null);
      else if (monotonic() - chosenAt > maxLagMs) throw new Error(`it lags by more than ${maxLagMs} ms`);
    } catch (error) {
      if (stopped) return;
      report((error as Error).message || String((error as { code?: unknown }).code));
      leave();
    }
  }

  /** Statements that are under way there fail, and no more are sent there. */
  function leave(): void {
    holdsUntil = Number.NEGATIVE_INFINITY;
    isOfPrimary = false;
    probing.reset();
    connections.reset();
    host.leave();
    chosenAt = monotonic();
  }

  /** A line for each change. */
  function report(problem: string | null): void {
    if (isUsed === (problem === null)) return;
    isUsed = problem === null;
    const replica = host.current();
    if (isUsed) log.info({ replica }, 'Lists are read from a replica');
    else log.warn({ replica, reason: problem }, 'Lists are read from the primary: the replica cannot be used');
  }

  function run(): void {
    running = probe().finally(() => {
      if (!stopped) timer = setTimeout(run, PROBE_MS);
    });
  }
  run();

  return {
    holding: (changedAt) => (changedAt <= holdsUntil && lagMs() <= maxLagMs ? (opened?.db ?? null) : null),
    lagMs,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await pool.end();
      await opened?.close();
    },
  };
}

interface ReplicaChoice {
  /** Accepts the server that answered the first probe, and no other. */
  ofLists: HostChoice;
  ofProbes: HostChoice;
  /** Its host and port. */
  current(): string;
  /** The next one is used from now on. */
  leave(): void;
}

/** Uses one of several replicas, at first any: then all processes together use all of them. */
function chooseReplica(hosts: readonly string[]): ReplicaChoice {
  let index = Math.floor(Math.random() * hosts.length);
  /** When the server started that is probed; undefined before the first probe. */
  let probed: unknown;
  const address = () => hosts[index] as string;
  const choice = { find: async () => address(), forget: () => undefined };

  async function assertProbed(query: SessionQuery, isProbe: boolean): Promise<void> {
    const { rows } = await query('SELECT pg_is_in_recovery() AS repeats, pg_postmaster_start_time()::text AS started');
    const { repeats, started } = rows[0] ?? {};
    if (!repeats) throw new Error('it accepts writes');
    if (isProbe) probed ??= started;
    if (started !== probed) throw new Error('it was restarted, or its address leads to several servers');
  }

  return {
    ofLists: { ...choice, check: (query) => assertProbed(query, false) },
    ofProbes: { ...choice, check: (query) => assertProbed(query, true) },
    current: () => new URL(address()).host,
    leave() {
      index = (index + 1) % hosts.length;
      probed = undefined;
    },
  };
}
