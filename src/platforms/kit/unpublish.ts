/** Requests that delete a post: they may be repeated, so one that is gone already is deleted. */
import type { InteractionResult } from '../port/interactions.js';
import type { ApiResult } from './call-api.js';
import type { FailureRow, FailureTable } from './failure-table.js';

/** A platform's errors for these requests; `gone` are those of a post that it does not have. They send no content. */
export const unpublishFailures = (
  table: FailureTable,
  gone: readonly Omit<FailureRow, 'code'>[],
  own: readonly FailureRow[] = [],
): FailureTable => ({
  ...table,
  rows: [
    ...gone.map((row): FailureRow => ({ ...row, code: 'NOT_FOUND_ON_PLATFORM' })),
    ...own,
    ...table.rows.map((row): FailureRow => (row.code === 'INVALID_CONTENT' ? { ...row, code: 'UNKNOWN_ERROR' } : row)),
  ],
});

export const deleted = (result: ApiResult<unknown>): InteractionResult<null> =>
  result.kind === 'ok' || result.step.failure.code === 'NOT_FOUND_ON_PLATFORM'
    ? { kind: 'ok', value: null }
    : result.step;
