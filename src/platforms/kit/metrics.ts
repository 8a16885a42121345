/** Numbers of posts and accounts: the platform's own, and their names in this service. */
import { z } from 'zod';
import type { Failure } from '../port/failure.js';
import type { InteractionResult } from '../port/interactions.js';
import type { Measured, MeasuredPost, PostMetric } from '../port/metrics.js';
import type { PublishedPart } from '../port/unpublish.js';
import type { ApiResult } from './call-api.js';
import { type Context, type FailedStep, failed } from './failed-step.js';
import { unpublishFailures } from './unpublish.js';

/** Of the platform's own numbers, so many are kept. */
const OWN_MAX = 40;

/** Numbers in a response, by the platform's names; what is no number is left out later. */
export const numbersSchema = z.record(z.string(), z.unknown());

/**
 * The platform's own names of a metric: if it gives several of them, the metric is their sum. A time that it gives in
 * milliseconds is in seconds here.
 */
export type Names<Name extends string> = Readonly<
  Partial<Record<Name, readonly string[] | { milliseconds: readonly string[] }>>
>;

/** What a platform gave. A metric of which it gave no number is absent. */
export function measured<Name extends string>(given: Record<string, unknown>, names: Names<Name>): Measured<Name> {
  const numbers = Object.entries(given).filter((entry): entry is [string, number] => isCount(entry[1]));
  const own = Object.fromEntries(numbers.slice(0, OWN_MAX));
  const values = (Object.keys(names) as Name[]).flatMap((name) => {
    const from = names[name] ?? [];
    const [keys, divisor] = 'milliseconds' in from ? [from.milliseconds, 1000] : [from, 1];
    const found = keys.flatMap((each) => own[each] ?? []);
    return found.length === 0 ? [] : [[name, Math.round(found.reduce((sum, each) => sum + each, 0) / divisor)]];
  });
  return { own, values: Object.fromEntries(values) };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** What a platform gave of a post; undefined: nothing. Without any of the metrics, it is no reading. */
export function measuredPost(
  { postedId }: PublishedPart,
  given: Record<string, unknown> | undefined,
  names: Names<PostMetric>,
): MeasuredPost {
  const numbers = measured(given ?? {}, names);
  return Object.keys(numbers.values).length === 0
    ? { postedId, kind: 'notGiven' }
    : { postedId, kind: 'measured', ...numbers };
}

/** A post of which the platform says that it has no numbers. */
export const withoutNumbers = ({ postedId }: PublishedPart): MeasuredPost => ({
  ...{ postedId, kind: 'measured' },
  ...{ values: {}, own: {} },
});

/** A platform's errors for these requests; `gone` are those of a post that it does not have. They send no content. */
export const metricsFailures = unpublishFailures;

/** After so many failures in a row, the other posts of a call are not asked for. */
const FAILURES_IN_A_ROW = 3;
const isOfAccount = ({ code }: Failure): boolean => code === 'RATE_LIMITED' || code === 'PLATFORM_AUTH_EXPIRED';

/**
 * Reads posts one after another, for platforms that give the numbers of one per request. A post that fails stops no other.
 * `read` returns null for a post of which the platform says that it has no numbers. `listed` are the numbers of posts that
 * are not requested, because a list had them, by their ids.
 */
export async function measureEach(
  posts: readonly PublishedPart[],
  names: Names<PostMetric>,
  read: (post: PublishedPart) => Promise<InteractionResult<Record<string, unknown> | null>>,
  listed: ReadonlyMap<string, Record<string, unknown>> = new Map(),
): Promise<InteractionResult<MeasuredPost[]>> {
  const all: MeasuredPost[] = [];
  let inARow: Failure[] = [];
  for (const post of posts) {
    const { postedId } = post;
    const counted = listed.get(postedId);
    if (counted) {
      all.push(measuredPost(post, counted, names));
      continue;
    }
    const last = inARow.at(-1);
    if (last && (inARow.length >= FAILURES_IN_A_ROW || isOfAccount(last))) {
      all.push({ postedId, kind: 'failed', failure: last });
      continue;
    }
    const result = await read(post);
    if (result.kind === 'failed' && result.failure.code !== 'NOT_FOUND_ON_PLATFORM') {
      // The session is renewed, and everything read again.
      if (result.failure.code === 'PLATFORM_AUTH_EXPIRED') return result;
      inARow.push(result.failure);
      all.push({ postedId, kind: 'failed', failure: result.failure });
      continue;
    }
    inARow = [];
    if (result.kind === 'failed') all.push({ postedId, kind: 'gone' });
    else all.push(result.value ? measuredPost(post, result.value, names) : withoutNumbers(post));
  }
  const [first] = all;
  const isFailed = first?.kind === 'failed' && all.every(({ kind }) => kind === 'failed');
  return isFailed ? { kind: 'failed', failure: first.failure } : { kind: 'ok', value: all };
}

/** For `measureEach`: the account has no such post any more. */
export const missing = ({ failure }: FailedStep): FailedStep => ({
  kind: 'failed',
  failure: { ...failure, code: 'NOT_FOUND_ON_PLATFORM' },
});

/** The result of a call as an adapter returns it. */
export const resultOf = <T, U>(result: ApiResult<T>, read: (value: T) => U): InteractionResult<U> =>
  result.kind === 'ok' ? { kind: 'ok', value: read(result.value) } : result.step;

/** The failure of an account that was connected without a scope for its numbers. */
export function withoutScope(platform: Context['platform'], scope: string): FailedStep {
  const happened = `was not given permission by the owner of this account to let this service read its numbers (${scope})`;
  return failed('PERMISSION_DENIED', { platform, purpose: 'prepare', secrets: [] }, { outcome: 'rejected', happened });
}
