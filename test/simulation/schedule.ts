/** What a seed has posted: by whom, to which accounts, when, and on which platforms. */
import { randomUUID } from 'node:crypto';
import { ALL_ADDITIONS } from '../../src/domain/posts/state/additions.js';
import {
  type NewPlatformPost,
  PlatformPostKind,
  PlatformPostStatus,
} from '../../src/domain/posts/state/platform-post.js';
import { PostGroupStatus, ProcessingStatus } from '../../src/domain/posts/state/post-group.js';
import type { Connections } from './connections.js';
import { type GraphKind, GraphPlatform, isGraph } from './graph.js';
import { HAS_LIST, type Kind, LIST_LAG_MS, SimulatedPlatform } from './platforms.js';
import type { Random } from './random.js';
import type { SimulatedStore } from './store.js';
import type { World } from './world.js';

export interface Scene {
  world: World;
  store: SimulatedStore;
  platforms: Map<string, SimulatedPlatform>;
  connections: Connections;
}

/** Of the simulation, or of the service itself. */
export type AnyKind = Kind | GraphKind;

export interface Plan {
  kinds: readonly [AnyKind, ...AnyKind[]];
  /** Lists are complete immediately, and nobody else posts to the accounts. */
  isIdle: boolean;
  /** Whether posts may have first comments. */
  hasComments: boolean;
}

/** Longest thread. */
const MOST_PARTS = 20;

/** Posts of an account that are not this service's, and the time in which they are made. */
const ELSEWHERE = { least: 10, most: 60, withinMs: 60_000 };

/** Creates one to four groups. In half of the schedules they share accounts, mostly with one text. */
export function createPosts(scene: Scene, plan: Plan): void {
  const random = scene.world.stream('posts');
  const isShared = random.chance(0.5);
  const hasOneText = random.chance(isShared ? 0.7 : 0.1);
  const hasTwoUsers = random.chance(0.5);
  const gapMs = random.pick([0, 100, 2_500, 2_500, 30_000] as const);
  const kinds = [random.pick(plan.kinds), random.pick(plan.kinds)] as const;
  const groups = random.between(isShared ? 2 : 1, isShared ? 4 : 3);
  const sections = random.chance(0.2) ? partsOf(random) : 1;
  const mediaCount = random.chance(0.3) ? random.between(1, 2) : 0;
  const comments = scene.world.stream('comments');
  const isCommented = plan.hasComments && comments.chance(0.3);
  let at = random.between(0, 2_500);
  for (let index = 0; index < groups; index += 1) {
    const userId = hasTwoUsers && index % 2 === 1 ? 'user2' : 'user1';
    const content = contentOf(hasOneText ? 0 : index, hasOneText ? sections : random.chance(0.2) ? partsOf(random) : 1);
    const own = isShared
      ? [...new Set(kinds)]
      : Array.from({ length: random.between(1, 2) }, () => random.pick(plan.kinds));
    const targets = own.map((kind, target) => {
      const platformId = isShared ? `${kind}-shared` : `${kind}-a${index}${target}`;
      openAccount(scene, plan, { kind, platformId, userId });
      return { kind, platformId };
    });
    const files = hasOneText && random.chance(0.8) ? mediaCount : random.chance(0.3) ? random.between(1, 2) : 0;
    const firstComment = isCommented && comments.chance(0.8) ? commentFor(comments, content, index) : null;
    const group = { id: `g${index}`, userId, content, mediaCount: files, firstComment, targets };
    createGroup(scene, { ...group, at: scene.world.now + at });
    at += random.between(0, gapMs);
  }
}

const partsOf = (random: Random): number => (random.chance(0.1) ? random.between(5, MOST_PARTS) : random.between(2, 4));

const contentOf = (index: number, sections: number): string =>
  Array.from({ length: sections }, (_, section) => `Post ${index}, section ${section}`).join('\n---\n');

/** Mostly the same on all posts; some repeat their post. */
const commentFor = (random: Random, content: string, index: number): string =>
  random.chance(0.2) && content.length < 100 ? content : random.chance(0.7) ? 'The link' : `The link of ${index}`;

/** The account, where it exists, and the user's connection to it. */
function openAccount(
  { world, platforms, connections }: Scene,
  { isIdle }: Plan,
  { kind, platformId, userId }: { kind: AnyKind; platformId: string; userId: string },
): void {
  if (!platforms.has(platformId)) {
    const random = world.stream(`account ${platformId}`);
    const lagMs =
      isIdle || !(isGraph(kind) || HAS_LIST.has(kind)) ? 0 : random.pick([0, 0, 2_000, LIST_LAG_MS] as const);
    const clockSkewMs = random.pick([0, 0, -60_000, 60_000] as const);
    const options = { random, lagMs, clockSkewMs };
    const platform = isGraph(kind) ? new GraphPlatform(kind, options) : new SimulatedPlatform(kind, options);
    platforms.set(platformId, platform);
    const isBusy = !isIdle && random.chance(0.25);
    const elsewhere = isBusy ? random.between(ELSEWHERE.least, ELSEWHERE.most) : 0;
    for (let index = 0; index < elsewhere; index += 1) {
      const post = () => platform.postElsewhere(`Elsewhere ${index}`, world.now);
      world.after(random.between(0, ELSEWHERE.withinMs), null, post);
    }
  }
  if (!connections.isConnected(userId, platformId)) connections.connect(userId, platformId);
}

export interface NewGroup {
  id: string;
  userId: string;
  content: string;
  mediaCount: number;
  /** Null: none. */
  firstComment: string | null;
  targets: readonly { kind: AnyKind; platformId: string }[];
  /** When it is due, by the database. */
  at: number;
}

export function createGroup(
  { world, store }: Pick<Scene, 'world' | 'store'>,
  { id, userId, content, mediaCount, firstComment, targets, at }: NewGroup,
): void {
  const now = new Date(store.now());
  const dueAt = new Date(at);
  const accounts = targets.map(({ platformId }) => platformId).join(' and ');
  world.note(
    `${userId} creates ${id} for ${accounts}, with ${mediaCount} files: ${JSON.stringify(content)}, ${JSON.stringify(firstComment)}`,
  );
  const posts = targets.map(
    ({ kind, platformId }, targetIndex): NewPlatformPost => ({
      id: `${id}t${targetIndex}`,
      kind: PlatformPostKind.POST,
      groupId: id,
      userId,
      targetIndex,
      partIndex: 0,
      platform: kind,
      accountId: platformId,
      platformId,
      content: null,
      firstComment,
      status: PlatformPostStatus.SCHEDULED,
      postedId: null,
      furtherIds: null,
      deletedAt: null,
      url: null,
      error: null,
      attemptCount: 0,
      firstAttemptAt: null,
      dueAt,
      generation: 1,
      jobId: randomUUID(),
      leaseUntil: null,
      wait: null,
      createdAt: now,
      updatedAt: now,
    }),
  );
  store.create(
    {
      id,
      userId,
      content,
      mediaCount,
      status: PostGroupStatus.SCHEDULED,
      processingStatus: ProcessingStatus.PENDING,
      scheduledTime: dueAt,
      publishedAt: null,
      platformSettings: {},
      videoTimestamp: null,
      ...ALL_ADDITIONS,
      authorId: null,
      eventSequence: 0,
      createdAt: now,
      updatedAt: now,
    },
    posts,
  );
}
