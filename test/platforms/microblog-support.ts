import type { Failure } from '../../src/platforms/port/failure.js';
import type { LookupResult } from '../../src/platforms/port/platform.js';
import type { World } from './support.js';

/** The requests of what is done, without those that poll a video. */
export async function requestsOf({ box }: World, work: () => Promise<unknown>) {
  const before = box.requests().length;
  await work();
  return box
    .requests()
    .slice(before)
    .filter(({ query }) => query.command !== 'STATUS');
}

/** Has the platform answer this to the next post, or to the next call at a path, instead of doing its work. */
export const answerOnce = (
  { box }: World,
  answer: { status: number; body: unknown; headers?: Record<string, string> },
  path?: string,
) => box.setFault({ platform: 'microblog', kind: 'answer', answer, ...(path !== undefined && { path }) });

/** A problem of a kind, and one that says no more than its status and words. */
export const problem = (kind: string, detail: string) => ({
  type: `https://api.x.com/2/problems/${kind}`,
  title: 'A problem',
  detail,
});
export const blank = (status: number, detail: string) => ({ type: 'about:blank', title: 'Forbidden', detail, status });

export function failureOf(lookup: LookupResult): Failure {
  if (lookup.kind === 'failed') return lookup.failure;
  throw new Error(`${lookup.kind} where a failure was wanted`);
}
