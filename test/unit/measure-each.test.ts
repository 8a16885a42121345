import { measureEach } from '../../src/platforms/kit/metrics.js';
import type { Failure, FailureCode } from '../../src/platforms/port/failure.js';

const posts = ['a', 'b', 'c', 'd', 'e', 'f'].map((postedId) => ({ postedId, furtherIds: [] }));
const failureOf = (code: FailureCode): Failure => ({ code, message: 'No', outcome: 'rejected', platformError: null });

/** What comes of the posts whose requests fail so; the others have one reaction. */
async function measure(failing: Record<string, FailureCode>) {
  const asked: string[] = [];
  const result = await measureEach(posts, { reactions: ['likes'] }, async ({ postedId }) => {
    asked.push(postedId);
    const code = failing[postedId];
    return code ? { kind: 'failed', failure: failureOf(code) } : { kind: 'ok', value: { likes: 1 } };
  });
  const kinds = result.kind === 'ok' ? result.value.map(({ kind }) => kind) : result.failure.code;
  return { asked: asked.join(''), kinds };
}

test('a post that fails stops no other; one that does not exist is gone', async () => {
  expect(await measure({ b: 'PLATFORM_SERVER_ERROR', d: 'NOT_FOUND_ON_PLATFORM' })).toEqual({
    asked: 'abcdef',
    kinds: ['measured', 'failed', 'measured', 'gone', 'measured', 'measured'],
  });
});

test('after three failures in a row, and once requests are limited, no other is asked for; what was read stays', async () => {
  const code = 'TIMEOUT_ERROR';
  expect(await measure({ b: code, c: code, d: code })).toEqual({
    asked: 'abcd',
    kinds: ['measured', 'failed', 'failed', 'failed', 'failed', 'failed'],
  });
  expect(await measure({ c: 'RATE_LIMITED' })).toEqual({
    asked: 'abc',
    kinds: ['measured', 'measured', 'failed', 'failed', 'failed', 'failed'],
  });
});

test('a call of which nothing could be read has failed', async () => {
  const all = Object.fromEntries(posts.map(({ postedId }) => [postedId, 'PERMISSION_DENIED' as const]));
  expect(await measure(all)).toEqual({ asked: 'abc', kinds: 'PERMISSION_DENIED' });
});

test('an expired session fails the call, which is then repeated as a whole', async () => {
  expect(await measure({ b: 'PLATFORM_AUTH_EXPIRED' })).toEqual({ asked: 'ab', kinds: 'PLATFORM_AUTH_EXPIRED' });
});
