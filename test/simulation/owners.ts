/** Owners who change their posts and connections at any moment, by the rules and changes of the service's use cases. */
import { ChangeSet } from '../../src/domain/posts/state/change-set.js';
import { LiveEventType } from '../../src/domain/posts/state/live-event.js';
import { isMove, moves, newTiming, type RequestedTiming } from '../../src/domain/posts/state/move-posts.js';
import type { PlatformPost } from '../../src/domain/posts/state/platform-post.js';
import { PostGroupStatus } from '../../src/domain/posts/state/post-group.js';
import {
  editablePosts,
  failedTargets,
  isEditable,
  movablePosts,
  notUpdatable,
  partsToUnpublish,
} from '../../src/domain/posts/state/post-rules.js';
import { requeued } from '../../src/domain/posts/state/requeued.js';
import { retryTarget } from '../../src/domain/posts/state/retry-posts.js';
import { type AnyKind, createGroup, type Scene } from './schedule.js';
import type { StoredGroup } from './store.js';

const ACTS = [
  'edit',
  'move',
  'unschedule',
  'delete',
  'duplicate',
  'retry',
  'retry',
  'unpublish',
  'disconnect',
  'disconnect',
  'connect',
  'expire',
  'expire',
  'revoke',
] as const;

/** As in the dashboard. */
const VIEWER = { keyId: null, applicationId: null, mayPublish: true };

/** Has owners act at moments that the seed names. Parts that they have sent again although they may be live: `acknowledged`. */
export function letOwnersAct(scene: Scene, faultyMs: number, acknowledged: Set<string>): void {
  const { world } = scene;
  const random = world.stream('owners');
  const acts = random.between(1, 8);
  for (let index = 0; index < acts; index += 1) {
    // Most of what is dangerous happens early, while the posts go out.
    const at = random.chance(0.7) ? random.between(0, 20_000) : random.between(0, faultyMs);
    world.after(at, null, () => act(scene, acknowledged, index));
  }
}

/** How long before and after a post is due its owner may change it: a worker has it already, or sends it. */
const RACE_MS = { before: 150, after: 50 };

/** Owners who change posts at the moment at which these are due. */
export function letOwnersRace(scene: Scene): void {
  const { world, store } = scene;
  const random = world.stream('races');
  for (const { id, scheduledTime } of store.groups.values()) {
    const change = random.pick([edit, reschedule(random.between(0, 60)), unschedule, remove] as const);
    const at = (scheduledTime?.getTime() ?? 0) + random.between(-RACE_MS.before, RACE_MS.after);
    world.after(at - world.now, null, () => {
      world.note(`the owner of ${id} changes it as it is due`);
      void store.act(id, (target, now) => change(scene, target, now));
    });
  }
}

/** Retries all failed posts repeatedly, and acknowledges unknown outcomes. */
export function retryByHand(scene: Scene, acknowledged: Set<string>): void {
  const { world, store } = scene;
  const random = world.stream('retries');
  for (let minute = 1; minute <= 5; minute += 1) {
    world.after(minute * 60_000 + random.between(0, 60_000), null, () => {
      for (const groupId of store.groups.keys()) void retry(scene, groupId, acknowledged);
    });
  }
}

/** Everything is connected, and access is granted. */
export function connectAll({ store, connections }: Scene): void {
  for (const { userId, platformId } of store.posts.values()) connections.connect(userId, platformId);
}

function act(scene: Scene, acknowledged: Set<string>, index: number): void {
  const { world, store, connections } = scene;
  const random = world.stream('owners');
  const groups = [...store.groups.values()];
  const group = groups[random.between(0, groups.length - 1)];
  const what = random.pick(ACTS);
  const seconds = random.between(0, 60);
  if (!group) return;
  const { id } = group;
  world.note(`the owner of ${id}: ${what}`);
  const post = [...store.posts.values()].find(({ groupId }) => groupId === id);
  const change = { edit, move: reschedule(seconds), unschedule, delete: remove } as const;
  switch (what) {
    case 'edit':
    case 'move':
    case 'unschedule':
    case 'delete':
      void store.act(id, (target, now) => change[what](scene, target, now));
      break;
    case 'duplicate':
      duplicate(scene, group, `d${index}`);
      break;
    case 'retry':
      void retry(scene, id, acknowledged);
      break;
    case 'unpublish':
      void store.act(id, (target, now) => unpublish(scene, target, now));
      break;
    default:
      if (post) connections[what](post.userId, post.platformId);
  }
}

type Target = Parameters<Parameters<Scene['store']['act']>[1]>[0];

const isOpen = ({ group, posts }: Target): boolean => notUpdatable(group, posts, VIEWER) === null;

function edit({ store }: Scene, target: Target): ChangeSet | null {
  const { group, posts } = target;
  if (!isOpen(target) || !isEditable(group, posts)) return null;
  const editable = editablePosts(posts);
  store.keepTexts(posts.filter((post) => !editable.includes(post)));
  store.edit(group.id, { content: `${group.content}, edited` });
  const changes = new ChangeSet();
  const changed = editable.map((post) => ({ post: requeued(post) }));
  changes.change(target, { posts: changed, edited: true });
  return changes;
}

const reschedule = (seconds: number) => (scene: Scene, target: Target, now: Date) =>
  time(
    scene,
    target,
    { status: PostGroupStatus.SCHEDULED, scheduledTime: new Date(now.getTime() + seconds * 1_000) },
    now,
  );

const unschedule = (scene: Scene, target: Target, now: Date) =>
  time(scene, target, { status: PostGroupStatus.DRAFT }, now);

function time({ store }: Scene, target: Target, requested: RequestedTiming, now: Date): ChangeSet | null {
  const { group, posts } = target;
  const timing = newTiming(group, requested, now);
  const isScheduled = timing.status === PostGroupStatus.SCHEDULED;
  const movable = movablePosts(posts, isScheduled ? 'schedule' : 'unschedule');
  if (!isOpen(target) || !isMove(group, timing) || movable.length === 0) return null;
  store.edit(group.id, { scheduledTime: timing.scheduledTime });
  const changes = new ChangeSet();
  changes.change(target, { status: timing.status, posts: moves(movable, timing, now) });
  return changes;
}

function remove(_scene: Scene, target: Target): ChangeSet {
  const changes = new ChangeSet();
  changes.remove(target);
  return changes;
}

/** The same content for the same targets, now. */
function duplicate(scene: Scene, { id: from, userId, content, mediaCount }: StoredGroup, id: string): void {
  const { store } = scene;
  if (store.isDown()) return;
  const firstParts = [...store.posts.values()].filter(({ groupId, partIndex }) => groupId === from && partIndex === 0);
  const firstComment = store.firstCommentOf(firstParts[0]?.id ?? '');
  const targets = firstParts.map(({ platform, platformId }) => ({ kind: platform as AnyKind, platformId }));
  createGroup(scene, { id, userId, content, mediaCount, firstComment, targets, at: store.now() });
}

const retry = ({ world, store }: Scene, groupId: string, acknowledged: Set<string>): Promise<void> =>
  store.act(groupId, (target, now) => {
    const failed = [...failedTargets(target.posts).values()];
    if (failed.length === 0) return null;
    const changes = new ChangeSet();
    for (const one of failed) {
      if (one.isUnknown) acknowledged.add(one.first.id);
      world.note(`an owner retries ${store.nameOf(one.first.id)}`);
      changes.change(target, { posts: retryTarget(one, now) });
    }
    return changes;
  });

/** Deletes what is live of the group's first target, with its thread. */
function unpublish({ platforms }: Scene, target: Target, now: Date): ChangeSet | null {
  const [first] = target.posts;
  const parts = first && partsToUnpublish<PlatformPost>(first.status, first, target.posts);
  if (parts?.kind !== 'parts' || parts.live.length === 0) return null;
  const changes = new ChangeSet();
  for (const post of parts.live) {
    if (post.postedId !== null) platforms.get(post.platformId)?.remove(post.postedId);
    const removed = { post: { ...post, deletedAt: now }, liveEvents: [{ type: LiveEventType.UNPUBLISHED }] };
    changes.change(target, { posts: [removed] });
  }
  return changes;
}
