import type { Logger } from 'pino';
import type { Position, RetentionRule } from '../src/foundation/database/retention.js';
import type { Transaction } from '../src/foundation/database/unit-of-work.js';
import { HOUR_MS } from '../src/foundation/time/durations.js';

/** Rows of one transaction: it takes some 20 ms, and holds their locks as long. */
const BATCH_ROWS = 1_000;
/** A run begins every minute, and ends long before the next. */
const RUN_MS = 20_000;
/** A rest is so many times as long as the batch before it: what publishes needs the disk more. */
const REST_TIMES = 9;
/** Where rows are still needed when their time comes, they are looked at once an hour. */
const AGAIN_MS = HOUR_MS;
/** Advisory lock of a batch; must not be used by other programs on the database. */
const RETENTION_LOCK = 724_316_046;

/** What a run did with one kind. */
export interface RetentionReport {
  kind: string;
  /** Rows that it removed. */
  removed: number;
  /** How long the oldest row that it left has been due for removal. */
  lagMs: number;
}

/** Removes what is old, within its time; what is left is removed by the next run. */
export type RemoveExpired = () => Promise<void>;

/** A pass over the rows of a kind, from the oldest on; it may take many runs. */
interface Pass {
  rule: RetentionRule;
  beganAt: number;
  after: Position | null;
  hasEnded: boolean;
  /** Rows that it has left, as they are still needed. */
  kept: number;
  removed: number;
  lagMs: number;
}

/**
 * The rules take turns of one batch, so that none waits for another one's backlog. Between two batches the database
 * gets a rest. A batch takes an advisory lock: a process that finds it taken leaves the
 * run to the other. A rule that fails waits for the next run.
 */
export function makeRemoveExpired(needs: {
  rules: readonly RetentionRule[];
  transaction: Transaction;
  clock: () => Date;
  /** Milliseconds. */
  monotonic: () => number;
  sleep: (ms: number) => Promise<unknown>;
  /** Whether the process ends: nothing more is begun. */
  isStopping?: () => boolean;
  log: Logger;
  report: (report: RetentionReport) => void;
  batchRows?: number;
}): RemoveExpired {
  const { transaction, clock, monotonic, sleep, log, report, batchRows = BATCH_ROWS } = needs;
  const { isStopping = () => false } = needs;
  const begin = (rule: RetentionRule): Pass => {
    return { rule, beganAt: monotonic(), after: null, hasEnded: false, kept: 0, removed: 0, lagMs: 0 };
  };
  let passes = needs.rules.filter(({ keptMs }) => keptMs !== null).map(begin);

  /** Removes a batch; false once nothing is left, undefined if another process is at work. */
  const removeBatch = async (pass: Pass): Promise<boolean | undefined> => {
    const { rule, after } = pass;
    const before = new Date(clock().getTime() - (rule.keptMs ?? 0));
    const result = await transaction(async (db) => {
      const [{ free }] = await db.query('SELECT pg_try_advisory_xact_lock($1) AS free', [RETENTION_LOCK]);
      return free ? rule.removeBatch(db, { before, after, limit: batchRows }) : undefined;
    });
    if (!result) return undefined;
    const { seen, removed, last } = result;
    pass.removed += removed;
    pass.kept += seen - removed;
    // A full batch that leads nowhere is one of rows of the same moment that are locked.
    const goesOn = seen === batchRows && (removed > 0 || last?.valueOf() !== after?.valueOf());
    pass.after = last ?? after;
    pass.lagMs = goesOn && last !== null ? Math.max(before.getTime() - rule.timeOf(last).getTime(), 0) : 0;
    pass.hasEnded ||= !goesOn;
    return goesOn;
  };

  return async () => {
    const began = monotonic();
    passes = passes.map((pass) =>
      pass.hasEnded && (pass.kept === 0 || began - pass.beganAt >= AGAIN_MS)
        ? begin(pass.rule)
        : { ...pass, removed: 0 },
    );
    let left = passes;
    let isFree = true;
    const hasTime = () => !isStopping() && monotonic() - began < RUN_MS;
    while (left.length > 0 && isFree && hasTime()) {
      const more: Pass[] = [];
      for (const pass of left) {
        const start = monotonic();
        const goesOn = await removeBatch(pass).catch((error) => {
          log.warn({ err: error, kind: pass.rule.kind }, 'Old data could not be removed; retrying in a minute');
          return false;
        });
        isFree = goesOn !== undefined;
        if (goesOn) more.push(pass);
        if (!isFree || !hasTime()) break;
        const end = monotonic();
        if (goesOn) await sleep(Math.min(REST_TIMES * (end - start), began + RUN_MS - end));
      }
      left = more;
    }
    for (const { rule, removed, lagMs } of passes) report({ kind: rule.kind, removed, lagMs });
    const removed = Object.fromEntries(
      passes.flatMap((pass) => (pass.removed ? [[pass.rule.kind, pass.removed]] : [])),
    );
    const behind = passes.filter(({ lagMs }) => lagMs > 0).map(({ rule }) => rule.kind);
    const line = { removed, behind, durationMs: Math.round(monotonic() - began) };
    log[Object.keys(removed).length > 0 ? 'info' : 'debug'](line, 'Removed old data');
  };
}
