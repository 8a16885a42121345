/** Requests that delete a post: they may be repeated, so one that is gone already is deleted. */
import type { Http } from '../../foundation/http-client/http.js';
import type { Account } from '../port/account.js';
import type { InteractionResult } from '../port/interactions.js';
import type { Unpublish } from '../port/unpublish.js';
import type { ApiResult } from './call-api.js';
import type { FailedStep } from './failed-step.js';
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

interface RemovingClient {
  remove(postedId: string): Promise<ApiResult<unknown>>;
}

/** For a platform that deletes a post by one request, which its client makes. */
export const removeWith =
  (
    connect: (
      http: Http,
      account: Account,
      purpose: 'prepare',
    ) => { kind: 'connected'; client: RemovingClient } | FailedStep,
  ) =>
  (http: Http): Unpublish =>
  async (account, { postedId }) => {
    const connected = connect(http, account, 'prepare');
    return connected.kind === 'failed' ? connected : deleted(await connected.client.remove(postedId));
  };
