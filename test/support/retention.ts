import { type Logger, pino } from 'pino';
import { makeRemoveExpired, type RetentionReport } from '../../jobs/remove-expired.js';
import { makeRetentionRules, type RetentionConfig } from '../../jobs/retention-rules.js';
import { newId } from '../../src/foundation/database/id.js';
import type { Transaction } from '../../src/foundation/database/unit-of-work.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';

/** Everything that can be removed is. */
export const AGES: RetentionConfig = {
  postLogsMs: 365 * DAY_MS,
  publishAttemptsMs: 90 * DAY_MS,
  webhookDeliveriesMs: 30 * DAY_MS,
  auditLogMs: 365 * DAY_MS,
  mediaMs: 60 * DAY_MS,
};

/** An id of its time; `newId` counts on from the newest it has made. */
export const idAt = (at: Date) =>
  `${at.getTime().toString(16).padStart(12, '0')}${newId().slice(12, 16)}${newId().slice(-8)}`;

/** One run of the removal by age; returns how many rows of each kind were removed. */
export async function removeExpired(
  transaction: Transaction,
  options: { kinds?: string[]; config?: RetentionConfig; clock?: () => Date; log?: Logger; batchRows?: number } = {},
): Promise<Record<string, number>> {
  const { kinds, config = AGES, clock = () => new Date(), log = pino({ level: 'silent' }), batchRows } = options;
  const removed: Record<string, number> = {};
  await makeRemoveExpired({
    rules: makeRetentionRules(config, clock).filter(({ kind }) => !kinds || kinds.includes(kind)),
    transaction,
    clock,
    monotonic: () => performance.now(),
    sleep: async () => undefined,
    log,
    report: (report: RetentionReport) => {
      if (report.removed > 0) removed[report.kind] = report.removed;
    },
    ...(batchRows && { batchRows }),
  })();
  return removed;
}
