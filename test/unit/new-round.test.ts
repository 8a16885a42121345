import { moves } from '../../src/domain/posts/state/move-posts.js';
import { withNewRound } from '../../src/domain/posts/state/new-round.js';
import { type PlatformPost, PlatformPostStatus } from '../../src/domain/posts/state/platform-post.js';
import { PostGroupStatus } from '../../src/domain/posts/state/post-group.js';
import { firstSent } from '../../src/domain/publishing/first-sent.js';

const MONDAY = new Date('2026-03-16T10:00:00Z');
const FRIDAY = new Date('2026-03-20T10:00:00Z');

const tried = { status: PlatformPostStatus.PENDING, attemptCount: 3, firstAttemptAt: MONDAY } as PlatformPost;
const untried = { ...tried, attemptCount: 0, firstAttemptAt: null };

test('a round begins when it is due, with all its attempts; what was never tried stays so', () => {
  expect(withNewRound(tried, FRIDAY)).toMatchObject({ attemptCount: 0, firstAttemptAt: FRIDAY });
  expect(withNewRound(untried, FRIDAY)).toMatchObject({ attemptCount: 0, firstAttemptAt: null });
});

test('a post that is moved to Friday is tried from Friday on; one that loses its time still counts as tried', () => {
  const on = (post: PlatformPost, status: PostGroupStatus) =>
    moves([post], { status, scheduledTime: FRIDAY }, MONDAY).map((change) => change.post?.firstAttemptAt);
  expect(on(tried, PostGroupStatus.SCHEDULED)).toEqual([FRIDAY]);
  expect(on(tried, PostGroupStatus.DRAFT)).toEqual([MONDAY]);
  expect(on(untried, PostGroupStatus.SCHEDULED)).toEqual([null]);
});

test('a lookup begins with the first attempt that may have been stored, also one of a round before', () => {
  expect(firstSent({ startedAt: FRIDAY }, { startedAt: MONDAY })).toEqual(MONDAY);
  expect(firstSent({ startedAt: FRIDAY })).toEqual(FRIDAY);
});
