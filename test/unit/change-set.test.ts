import { ChangeSet } from '../../src/domain/posts/state/change-set.js';
import { LiveEventType } from '../../src/domain/posts/state/live-event.js';
import { type PlatformPost, PlatformPostKind, PlatformPostStatus } from '../../src/domain/posts/state/platform-post.js';
import type { GroupWithPosts } from '../../src/domain/posts/state/post-change.js';
import { PostGroupStatus, ProcessingStatus } from '../../src/domain/posts/state/post-group.js';
import { WebhookEventName } from '../../src/domain/webhooks/webhook-event.js';

const { SCHEDULED, PENDING, PROCESSING, PUBLISHED, FAILED } = PlatformPostStatus;
const NOW = new Date('2026-03-15T10:00:00Z');
const LATER = new Date('2026-03-15T11:00:00Z');

const postOf = (id: string, more: Partial<PlatformPost> = {}): PlatformPost => ({
  id,
  kind: PlatformPostKind.POST,
  groupId: 'g',
  userId: 'u',
  targetIndex: 0,
  partIndex: 0,
  platform: 'fediverse',
  accountId: 'a',
  platformId: 'fediverse-a',
  status: SCHEDULED,
  postedId: null,
  furtherIds: null,
  deletedAt: null,
  url: null,
  error: null,
  attemptCount: 0,
  firstAttemptAt: null,
  dueAt: NOW,
  generation: 1,
  jobId: `job of ${id}`,
  leaseUntil: null,
  wait: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...more,
});

const groupOf = (posts: PlatformPost[], status = PostGroupStatus.SCHEDULED): GroupWithPosts => ({
  group: { id: posts[0]?.groupId ?? 'g', status, processingStatus: ProcessingStatus.PENDING },
  posts,
});

const typesOf = (changes: ChangeSet) => changes.events.map(({ events }) => events.map(({ type }) => type));

test('what is not in the table of transitions throws, and so does a post of another group', () => {
  const group = groupOf([postOf('a', { status: PUBLISHED })]);
  expect(() => new ChangeSet().change(group, { posts: [{ event: 'fail', post: postOf('a') }] })).toThrow(
    'A post that is published cannot fail',
  );
  expect(() => new ChangeSet().change(group, { posts: [{ post: postOf('b') }] })).toThrow('not one of its group');
});

test('a new job replaces the one before, and one that a worker ends is not removed', () => {
  const changes = new ChangeSet();
  const [a, b, c] = [postOf('a'), postOf('b'), postOf('c')];
  changes.change(groupOf([a, b, c]), {
    posts: [
      { post: { ...a, jobId: 'new', generation: 2, dueAt: LATER } },
      { post: { ...b, jobId: null } },
      { post: { ...c, updatedAt: LATER } },
    ],
  });
  changes.endedJobs.push({ id: 'job of b', retryCount: 0 });
  expect(changes.newJobs).toEqual([
    {
      jobId: 'new',
      postId: 'a',
      groupId: 'g',
      userId: 'u',
      generation: 2,
      platform: 'fediverse',
      dueAt: LATER,
      paused: false,
    },
  ]);
  expect(changes.removedJobIds).toEqual(['job of a']);
  expect(changes.events).toMatchObject([{ groupId: 'g', events: [], due: [LATER] }]);
});

test('the status follows from the event and not from the post; only such a change is a webhook event', () => {
  const changes = new ChangeSet();
  const [a, b] = [postOf('a', { status: PROCESSING }), postOf('b')];
  const group = groupOf([a, b]);
  changes.change(group, { posts: [{ event: 'succeed', post: { ...a, jobId: null } }, { post: b }] });
  expect(changes.posts.map(({ status }) => status)).toEqual([PUBLISHED, SCHEDULED]);
  expect(group.posts.map(({ status }) => status)).toEqual([PUBLISHED, SCHEDULED]);
  expect(changes.webhookEvents.map(({ name }) => name)).toEqual([WebhookEventName.POST_PUBLISHED]);
});

test('the last post that ends ends its group: log, event and status', () => {
  const changes = new ChangeSet();
  const [a, b] = [postOf('a', { status: PROCESSING }), postOf('b', { status: PROCESSING })];
  const group = groupOf([a, b]);
  const error = { code: 'SERVICE_ERROR', message: 'x', platformError: null, failedAt: '' } as PlatformPost['error'];
  changes.change(group, { posts: [{ event: 'succeed', post: a, liveEvents: [{ type: LiveEventType.PUBLISHED }] }] });
  changes.change(group, {
    posts: [{ event: 'fail', post: { ...b, error }, liveEvents: [{ type: LiveEventType.FAILED }] }],
  });
  const status = PostGroupStatus.PARTIALLY_PUBLISHED;
  expect(group.group).toEqual({ id: 'g', status, processingStatus: ProcessingStatus.FINISHED });
  expect(typesOf(changes)).toEqual([['published', 'failed', LiveEventType.GROUP_FINISHED]]);
  expect(changes.events).toMatchObject([{ status, processingStatus: ProcessingStatus.FINISHED }]);
  expect(changes.entries).toEqual([
    { groupId: 'g', event: 'status_changed', metadata: { from: 'scheduled', to: 'partially_published' } },
  ]);
});

test('posts of many groups are one set: one entry of events for each group, each post as it is in the end', () => {
  const changes = new ChangeSet();
  const groups = ['g1', 'g2', 'g3'].map((groupId) => groupOf([postOf(`post of ${groupId}`, { groupId })]));
  for (const group of groups) {
    for (const event of ['take', 'take'] as const) {
      const [post] = group.posts;
      if (post) changes.change(group, { posts: [{ event, post: { ...post, attemptCount: post.attemptCount + 1 } }] });
    }
  }
  expect(changes.events.map(({ groupId }) => groupId)).toEqual(['g1', 'g2', 'g3']);
  expect(changes.posts.map(({ attemptCount, status }) => [attemptCount, status])).toEqual(
    Array(3).fill([2, PROCESSING]),
  );
});

test.each([
  ['retried', PENDING],
  ['scheduled again', SCHEDULED],
  ['left failed', FAILED],
])('a success that comes late publishes a post that was %s meanwhile, and removes its job', (_, status) => {
  const changes = new ChangeSet();
  const post = postOf('a', { status });
  changes.change(groupOf([post]), { posts: [{ event: 'succeed', post: { ...post, jobId: null, postedId: '1' } }] });
  expect(changes.posts).toMatchObject([{ status: PUBLISHED, postedId: '1' }]);
  expect(changes.removedJobIds).toEqual(['job of a']);
});

test('a group that is removed takes its jobs with it', () => {
  const changes = new ChangeSet();
  changes.remove(groupOf([postOf('a'), postOf('b', { jobId: null })]));
  expect(changes.removedGroupIds).toEqual(['g']);
  expect(changes.removedJobIds).toEqual(['job of a']);
  expect(typesOf(changes)).toEqual([['deleted']]);
});
