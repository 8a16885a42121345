import fc from 'fast-check';
import {
  type Assignment,
  accountKey,
  assignPost,
  type Rival,
  type Seeker,
} from '../../src/domain/publishing/whose-post.js';

const NOW = new Date('2026-03-04T05:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

const attempt = (id: string, more: Partial<Rival & Seeker> = {}): Rival & Seeker => {
  const { startedAt = at(-60), hasMedia = false } = more;
  const times = { startedAt, since: startedAt, uncertainUntil: at(-30) };
  return { id, ...times, outcome: null, text: 'Good morning!', hasMedia, mayDiffer: hasMedia, ...more };
};
const owned = (ids: readonly string[]) => new Map(ids.map((id) => [id, { text: null, url: null }]));
const posts = (count: number) => Array.from({ length: count }, (_, index) => ({ postedId: `p${index}` }));
const decide = (
  count: number,
  seeker: Seeker,
  rivals: readonly Rival[],
  { taken = [], now = NOW }: { taken?: readonly string[]; now?: Date } = {},
): Assignment => assignPost(posts(count), seeker, { taken: owned(taken), rivals }, now);

describe('an attempt that looks for its post', () => {
  const seeker = attempt('b');

  test('has the only post that is like it when nobody competes', () => {
    expect(decide(1, seeker, [])).toEqual({ kind: 'own', post: { postedId: 'p0' } });
  });

  test('has none of those that belong to others', () => {
    expect(decide(2, seeker, [], { taken: ['p0', 'p1'] })).toEqual({ kind: 'none' });
    expect(decide(2, seeker, [], { taken: ['p0'] })).toEqual({ kind: 'own', post: { postedId: 'p1' } });
  });

  test('waits while the request of a rival may be in flight', () => {
    const inFlight = attempt('c', { startedAt: at(-5), uncertainUntil: at(1) });
    expect(decide(1, seeker, [inFlight])).toEqual({ kind: 'contested' });
    expect(decide(1, seeker, [inFlight], { now: at(1) })).toMatchObject({ kind: 'own' });
  });

  test('waits for rivals that began before it', () => {
    expect(decide(2, seeker, [attempt('c', { startedAt: at(-61) })])).toEqual({ kind: 'contested' });
    expect(decide(2, seeker, [attempt('a')])).toEqual({ kind: 'contested' });
    expect(decide(2, seeker, [attempt('c')])).toEqual({ kind: 'own', post: { postedId: 'p0' } });
  });

  test('does not wait for a rival that has ended, but that one may have a post', () => {
    const ended = attempt('a', { outcome: 'unknown', uncertainUntil: at(60) });
    expect(decide(2, seeker, [ended])).toEqual({ kind: 'own', post: { postedId: 'p0' } });
  });

  test('has none if files tell posts apart that the platform does not show', () => {
    const ended = attempt('a', { outcome: 'unknown', uncertainUntil: at(60) });
    const withFiles = { ...seeker, hasMedia: true };
    expect(decide(1, withFiles, [ended])).toEqual({ kind: 'undecidable' });
    expect(decide(2, withFiles, [ended])).toEqual({ kind: 'undecidable' });
    expect(decide(2, seeker, [{ ...ended, mayDiffer: true }])).toEqual({ kind: 'undecidable' });
    expect(decide(1, withFiles, [])).toMatchObject({ kind: 'own' });
  });

  test('has none that a rival whose outcome is unknown may have made', () => {
    const ended = attempt('a', { outcome: 'unknown', uncertainUntil: at(-55) });
    expect(decide(1, seeker, [ended])).toEqual({ kind: 'undecidable' });
    const longAgo = attempt('a', { outcome: 'unknown', startedAt: at(-400), uncertainUntil: at(-350) });
    const activity = { taken: owned([]), rivals: [longAgo] };
    expect(assignPost([{ postedId: 'p0', createdAt: at(-59) }], seeker, activity, NOW)).toMatchObject({ kind: 'own' });
    expect(assignPost([{ postedId: 'p0' }], seeker, activity, NOW)).toEqual({ kind: 'undecidable' });
  });

  test('has none that is older than its own first request: somebody else made it', () => {
    const made = (createdAt: Date) => [{ postedId: 'p0', createdAt }];
    const noOthers = { taken: owned([]), rivals: [] };
    expect(assignPost(made(at(-70)), seeker, noOthers, NOW)).toEqual({ kind: 'undecidable' });
    expect(assignPost(made(at(-64)), seeker, noOthers, NOW)).toEqual({ kind: 'own', post: { postedId: 'p0' } });
    const both = [...made(at(-70)), { postedId: 'p1', createdAt: at(-59) }];
    expect(assignPost(both, seeker, noOthers, NOW)).toEqual({ kind: 'own', post: { postedId: 'p1' } });
  });

  test('has none beside an older one if a rival misses its own: the clock may have been set between them', () => {
    const found = [
      { postedId: 'p0', createdAt: at(-120) },
      { postedId: 'p1', createdAt: at(-59) },
    ];
    const another = { postedId: 'p2', createdAt: at(-58) };
    const activity = { taken: owned([]), rivals: [attempt('c')] };
    expect(assignPost(found, seeker, activity, NOW)).toEqual({ kind: 'undecidable' });
    expect(assignPost([...found, another], seeker, activity, NOW)).toEqual({ kind: 'own', post: { postedId: 'p1' } });
  });

  test('has none if a removed part, whose content is not known, may have made it', () => {
    const removed = { ...attempt('a', { outcome: 'unknown' }), text: null, mayDiffer: true };
    expect(decide(1, seeker, [removed])).toEqual({ kind: 'undecidable' });
    expect(decide(1, seeker, [removed], { taken: ['p0'] })).toEqual({ kind: 'none' });
  });

  test('has none when there are more posts than attempts: one is somebody else’s', () => {
    expect(decide(2, seeker, [])).toEqual({ kind: 'undecidable' });
    expect(decide(3, seeker, [attempt('c')])).toEqual({ kind: 'undecidable' });
  });

  test('does not compete with another text', () => {
    const other = attempt('a', { text: 'Good evening!', uncertainUntil: at(60) });
    expect(decide(1, seeker, [other])).toMatchObject({ kind: 'own' });
    expect(decide(2, seeker, [other])).toEqual({ kind: 'undecidable' });
  });
});

test.each([
  ['Good morning!', ' Good  morning!\n'],
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['e\u0301te\u0301', '\u00e9t\u00e9'],
  ['', ' '],
  ['See https://a.example/b', 'See https://c.example/d'],
])('%j and %j compete: a platform may store them as the same', (one, other) => {
  for (const [text, rivalText] of [
    [one, other],
    [other, one],
  ] as const) {
    const rival = attempt('a', { text: rivalText, uncertainUntil: at(60) });
    expect(decide(1, attempt('b', { text }), [rival])).toEqual({ kind: 'contested' });
  }
});

test('an account is the same for every user, and another one on another server', () => {
  const account = { accountId: '7', baseUrl: 'https://one.example', credentials: { accessToken: 'a' } };
  const key = accountKey({ platform: 'fediverse' }, account);
  expect(accountKey({ platform: 'fediverse' }, { ...account, credentials: { accessToken: 'b' } })).toBe(key);
  expect(accountKey({ platform: 'fediverse' }, { ...account, baseUrl: 'https://two.example' })).not.toBe(key);
  expect(accountKey({ platform: 'microblog' }, account)).not.toBe(key);
});

/** Ways to write one text. */
const EQUAL = ['Tom & Jerry', ' Tom &amp;  Jerry', 'Tom\n& Jerry '];

/** Attempts whose texts are equal, which began, and may be in flight until, some seconds before or after now. */
const attemptsWith = (media: fc.Arbitrary<boolean>) =>
  fc
    .array(
      fc.record({
        startedAt: fc.integer({ min: -20, max: 0 }).map(at),
        uncertainUntil: fc.integer({ min: -10, max: 10 }).map(at),
        text: fc.constantFrom(...EQUAL),
        hasMedia: media,
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((all) => all.map((one, index) => attempt(`${index}`, one)));
const manyAttempts = attemptsWith(fc.boolean());

/**
 * Lets attempts decide in this order, again and again, as the service does: what one has claimed belongs to it, and it is no rival
 * any more. Returns whom each post belongs to.
 */
function decideInTurns(
  attempts: readonly (Rival & Seeker)[],
  count: number,
  turns: readonly number[],
): Map<string, string> {
  const owners = new Map<string, string>();
  const left = new Map(attempts.map((one) => [one.id, one]));
  for (const turn of turns) {
    const seeker = attempts[turn % attempts.length];
    if (!seeker || !left.has(seeker.id)) continue;
    const rivals = [...left.values()].filter((other) => other !== seeker);
    const assignment = decide(count, seeker, rivals, { taken: [...owners.keys()], now: at(60) });
    if (assignment.kind !== 'own') continue;
    expect([...owners.keys()]).not.toContain(assignment.post.postedId);
    owners.set(assignment.post.postedId, seeker.id);
    left.delete(seeker.id);
  }
  return owners;
}

describe('attempts with equal texts that compete for posts', () => {
  test('no two of them get a post by what they see at one moment', () => {
    fc.assert(
      fc.property(manyAttempts, fc.nat(6), fc.integer({ min: -10, max: 20 }), (attempts, count, seconds) => {
        const assigned = attempts.filter((seeker) => {
          const rivals = attempts.filter((other) => other !== seeker);
          return decide(count, seeker, rivals, { now: at(seconds) }).kind === 'own';
        });
        expect(assigned.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('nothing is assigned while a request of a rival may be in flight', () => {
    fc.assert(
      fc.property(
        manyAttempts,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 60 }),
        (attempts, count, more) => {
          const [first, ...others] = attempts;
          if (!first) return;
          const inFlight = attempt('in flight', { text: first.text, startedAt: at(0), uncertainUntil: at(more) });
          expect(decide(count, first, [...others, inFlight])).toEqual({ kind: 'contested' });
        },
      ),
    );
  });

  test('without files and with as many posts as attempts, each gets a different one, in any order of their lookups', () => {
    fc.assert(
      fc.property(attemptsWith(fc.constant(false)), fc.infiniteStream(fc.nat(4)), (attempts, order) => {
        const inOrder = attempts.flatMap(() => attempts.map((_, index) => index));
        const owners = decideInTurns(attempts, attempts.length, [...order.take(10), ...inOrder]);
        expect(owners.size).toBe(attempts.length);
        expect(new Set(owners.values()).size).toBe(attempts.length);
      }),
    );
  });

  test('without files and with fewer posts, each post gets an owner', () => {
    fc.assert(
      fc.property(attemptsWith(fc.constant(false)), fc.nat(4), (attempts, missing) => {
        const count = Math.max(0, attempts.length - missing);
        const turns = attempts.flatMap(() => attempts.map((_, index) => index));
        expect(decideInTurns(attempts, count, turns).size).toBe(count);
      }),
    );
  });

  test('with files, nothing is assigned', () => {
    fc.assert(
      fc.property(manyAttempts, fc.nat(4), fc.boolean(), (attempts, missing, isSeekers) => {
        const count = Math.max(1, attempts.length - missing);
        fc.pre(attempts.length > 1);
        const withFiles = attempts.map((one, index) =>
          index === (isSeekers ? 0 : 1) ? { ...one, hasMedia: true, mayDiffer: true } : one,
        );
        const [seeker, ...rivals] = withFiles;
        if (!seeker) return;
        expect(decide(count, seeker, rivals, { now: at(60) }).kind).not.toBe('own');
        expect(decideInTurns(withFiles, count, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]).size).toBe(0);
      }),
    );
  });

  test('with more posts than attempts, nothing is assigned', () => {
    fc.assert(
      fc.property(manyAttempts, fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(4)), (attempts, more, turns) => {
        expect(decideInTurns(attempts, attempts.length + more, turns).size).toBe(0);
      }),
    );
  });
});
