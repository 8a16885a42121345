/** The limits of the plan, over all rows of an import together. */
import { AppError } from '../../foundation/errors/app-error.js';
import { assertAllowed, assertRoom, periodOf, type Usage } from '../plans/limits.js';
import type { Plan } from '../plans/plans.js';
import { isReady, type ReadRow, RowOutcome } from './imports.js';

export interface PlanState {
  userId: string;
  plan: Plan;
  maxConnections: number | null;
  /** By the first instant of each month of the rows, and of this one; `pending` and `connections` are the same in all. */
  usage: ReadonlyMap<number, Usage>;
  /** Drafts of the account, counted up to the limit. */
  drafts: number;
  now: Date;
}

/** The months in which rows are published. */
export const periodsOf = (rows: readonly ReadRow[], now: Date) => {
  const times = [now, ...rows.flatMap(({ post }) => (post.time === null ? [] : [new Date(post.time)]))];
  return [...new Map(times.map(periodOf).map((period) => [period.start.getTime(), period])).values()];
};

/** Adds a problem to each row for which no room is left by the rows before it. */
export function checkPlan(rows: readonly ReadRow[], state: PlanState): void {
  const { plan, maxConnections, userId, now } = state;
  const pending = [...([...state.usage.values()][0]?.pending ?? [])];
  const usages = new Map(
    [...state.usage].map(([month, usage]) => [month, { ...usage, postsPerMonth: [...usage.postsPerMonth], pending }]),
  );
  let { drafts } = state;
  for (const row of rows) {
    if (!isReady(row)) continue;
    if (row.outcome === RowOutcome.DRAFT) {
      drafts += 1;
      if (drafts > plan.drafts) refuse(row, new AppError('DRAFT_LIMIT_REACHED'));
      continue;
    }
    const scheduledTime = row.post.time === null ? now : new Date(row.post.time);
    const month = periodOf(scheduledTime).start.getTime();
    const usage = usages.get(month);
    if (!usage) throw new Error('The usage of a month was not read');
    // The month of a queued post is known when it has its place.
    const adds = { toMonth: row.outcome === RowOutcome.SCHEDULED, toPending: true };
    const request = { userId, targets: row.accounts, scheduledTime, adds };
    try {
      assertAllowed(plan, maxConnections, usage, request, now);
      assertRoom(plan, usage, request);
      const counts = row.accounts.map(({ platformId }) => ({ userId, platformId, used: 1 }));
      pending.push(...counts);
      if (adds.toMonth) usage.postsPerMonth.push(...counts);
    } catch (error) {
      refuse(row, error);
    }
  }
}

function refuse(row: ReadRow, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  const fix = 'Remove the row, choose another time, or change the plan';
  const wrong = `is not possible with the plan: ${error.message}`;
  row.problems.push({ column: null, value: null, wrong, fix, isWarning: false });
}
