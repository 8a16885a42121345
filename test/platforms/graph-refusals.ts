/** Refusals of the Graph APIs and the failures that they lead to. */

import { type FailureTable, responseFailure } from '../../src/platforms/kit/failure-table.js';
import type { Failure, FailureCode } from '../../src/platforms/port/failure.js';
import type { LookupResult } from '../../src/platforms/port/platform.js';
import { makeAnswer } from './support.js';

export interface PlatformError {
  code?: number;
  error_subcode?: number;
  is_transient?: boolean;
}
export type Refusal = readonly [platformError: PlatformError, code: FailureCode];

export const bodyOf = (platformError: PlatformError) => ({
  error: { message: 'In words', type: 'OAuthException', fbtrace_id: 'A1b2', ...platformError },
});

/** Sent with every response: what the account has used up, and for how long. */
const USAGE = { '17': [{ call_count: 100, estimated_time_to_regain_access: 4 }] };

/** A refusal as it is answered. */
export const answerOf = (platformError: PlatformError) => ({
  status: 400,
  headers: { 'X-Business-Use-Case-Usage': JSON.stringify(USAGE) },
  body: bodyOf(platformError),
});

/** Holds a part that was refused to what was said: nothing of that is lost, and a limit has its end. */
export function expectRefused(
  step: LookupResult,
  platformError: PlatformError,
  code: FailureCode,
  outcome: Failure['outcome'],
): void {
  expect(step).toMatchObject({
    kind: 'failed',
    failure: {
      ...{ code, outcome, platformStatusCode: 400, platformError: JSON.stringify(bodyOf(platformError)) },
      message: expect.stringContaining('In words'),
    },
  });
  const { retryAt } = (step as { failure: Failure }).failure;
  const seconds = retryAt && Math.round((retryAt.getTime() - Date.now()) / 1000);
  if (code === 'RATE_LIMITED') expect([239, 240]).toContain(seconds);
  else expect(retryAt).toBeUndefined();
}

const coded = (numbers: readonly number[], code: FailureCode): Refusal[] =>
  numbers.map((number) => [{ code: number }, code]);
const subcoded = (numbers: readonly number[], code: FailureCode): Refusal[] =>
  numbers.map((error_subcode) => [{ code: -1, error_subcode }, code]);

export const REFUSALS: readonly Refusal[] = [
  ...coded([190, 102], 'PLATFORM_AUTH_EXPIRED'),
  ...[458, 459, 460, 463, 464, 467].map(
    (error_subcode): Refusal => [{ code: 190, error_subcode }, 'PLATFORM_AUTH_EXPIRED'],
  ),
  ...coded([101], 'PLATFORM_NOT_CONFIGURED'),
  ...coded([4, 17, 32, 613, 80_000, 80_002, 80_014], 'RATE_LIMITED'),
  ...coded([1, 2], 'PLATFORM_SERVER_ERROR'),
  [{ code: 100, is_transient: true }, 'PLATFORM_SERVER_ERROR'],
  [{ code: 190, is_transient: true }, 'PLATFORM_AUTH_EXPIRED'],
  ...coded([10, 200, 210, 299], 'PERMISSION_DENIED'),
  ...coded([100, 506, 368], 'INVALID_CONTENT'),
  [{ code: 100, is_transient: false }, 'INVALID_CONTENT'],
  ...coded([3, 300, 80_015], 'UNKNOWN_ERROR'),
];

/** Of what is made from containers. A subcode says more than its code. */
export const CONTAINER_REFUSALS: readonly Refusal[] = [
  ...subcoded([2207004], 'CONTENT_TOO_LARGE'),
  ...subcoded([2207005, 2207023, 2207026, 2207009, 2207010, 2207028, 2207057], 'INVALID_CONTENT'),
  ...subcoded([2207042], 'RATE_LIMITED'),
  ...subcoded([2207050], 'PERMISSION_DENIED'),
  [{ code: 4, error_subcode: 2207051 }, 'PERMISSION_DENIED'],
  ...subcoded([2207003, 2207052, 2207053, 2207032, 2207001, 2207027, 2207008, 2207020], 'PLATFORM_SERVER_ERROR'),
  [{ code: 100, error_subcode: 33 }, 'INVALID_CONTENT'],
];

/** The rows that none of these answers would miss. */
export function unreached(table: FailureTable, bodies: readonly unknown[]): unknown[] {
  const context = { platform: 'photogram', purpose: 'prepare', secrets: [] } as const;
  const codes = (rows: FailureTable['rows']) =>
    bodies.map((body) => responseFailure(makeAnswer(400, body), { ...table, rows }, context).failure.code).join();
  const all = codes(table.rows);
  const other = (code: FailureCode): FailureCode => (code === 'UNKNOWN_ERROR' ? 'NETWORK_ERROR' : 'UNKNOWN_ERROR');
  return table.rows.filter((row) => {
    const changed = table.rows.map((each) => (each === row ? { ...row, code: other(row.code) } : each));
    return codes(changed) === all;
  });
}
