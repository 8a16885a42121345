/** Writes post groups as the service would have written them at earlier times, with its own code for every change. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Sandbox, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Connection } from '../domain/accounts/connection.repository.js';
import { MediaStatus, newMedia, storageKey, UNKNOWN_METADATA } from '../domain/media/media.js';
import { insertMedia } from '../domain/media/media.repository.js';
import { ALL_ADDITIONS } from '../domain/posts/state/additions.js';
import { ChangeSet } from '../domain/posts/state/change-set.js';
import { MediaType } from '../domain/posts/state/media-type.js';
import { newPlatformPost } from '../domain/posts/state/new-platform-post.js';
import type { PlatformPost } from '../domain/posts/state/platform-post.js';
import { mergeSettings } from '../domain/posts/state/platform-settings.js';
import type { GroupWithPosts } from '../domain/posts/state/post-change.js';
import type { RecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { newPostGroup } from '../domain/posts/store-post-group.step.js';
import { failedForGood, published, started } from '../domain/publishing/attempt-changes.js';
import { type LeaseTimes, uncertainAfter } from '../domain/publishing/lease.js';
import { claimLivePosts } from '../domain/publishing/live-post.repository.js';
import type { LivePostClaim } from '../domain/publishing/publish-store.js';
import { splitContent } from '../domain/publishing/split-content.js';
import { accountKey } from '../domain/publishing/whose-post.js';
import { newId } from '../foundation/database/id.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { toNeutral } from '../platforms/network/urns.js';
import type { Failure } from '../platforms/port/failure.js';
import type { PlatformKey } from '../platforms/port/platform.js';
import { MeasuredText } from '../platforms/port/text-length.js';
import { platformRules } from '../platforms/rules-registry.js';
import type { ObjectStorage } from '../storage/storage.js';
import { type DemoPicture, sandboxMediaOf } from './demo-pictures.js';

/** Between the start of an attempt and the platform's response. */
const RESPONSE_MS = 800;

export interface GroupNeeds {
  /** A transaction. */
  db: Db;
  recordChanges: RecordChanges;
  storage: ObjectStorage;
  sandbox: Sandbox;
  publishing: LeaseTimes;
}

/** The first part of a thread, or a post alone, at its platform. */
export interface FirstPart {
  nativeId: string;
  url: string;
}

/** A group with its text and files. */
export interface StoredGroup {
  target: GroupWithPosts;
  text: string;
  pictures: readonly DemoPicture[];
}

/** Stores a group that was created at a time: a draft, or scheduled when it has a time. */
export async function storeGroup(
  { db, recordChanges, storage }: GroupNeeds,
  given: {
    connections: readonly Connection[];
    text: string;
    pictures: readonly DemoPicture[];
    scheduledTime: Date | null;
    authorId: string;
  },
  createdAt: Date,
): Promise<StoredGroup> {
  const { connections, text, pictures, scheduledTime, authorId } = given;
  const userId = connections[0]?.userId ?? '';
  const content = { content: text, platformSettings: mergeSettings({}), videoTimestamp: null, ...ALL_ADDITIONS };
  const group = newPostGroup({ userId, authorId, scheduledTime, ...content }, createdAt);
  const posts = connections.map((target, targetIndex) =>
    newPlatformPost({ group, target, targetIndex, connections, own: undefined, dueAt: scheduledTime }, createdAt),
  );
  const changes = new ChangeSet();
  if (scheduledTime) changes.quota = { of: { userId, targets: connections, scheduledTime }, change: 1 };
  changes.create(group, posts);
  await recordChanges(db, changes, createdAt, { webhooks: [] });
  for (const [position, picture] of pictures.entries()) {
    await storePicture(db, storage, { userId, groupId: group.id, picture, position }, createdAt);
  }
  return { target: { group, posts }, text, pictures };
}

async function storePicture(
  db: Db,
  storage: ObjectStorage,
  { picture, position, ...of }: { userId: string; groupId: string; picture: DemoPicture; position: number },
  now: Date,
): Promise<void> {
  const { name, altText, bytes, width, height } = picture;
  const id = newId(now);
  const fileName = storageKey(MediaType.IMAGE, id, randomBytes(16).toString('hex'), name);
  const mimeType = 'image/jpeg';
  const { size } = await storage.put(fileName, Readable.from([bytes]), { contentType: mimeType });
  const upload = { uploadUrl: null, uploadExpiresAt: now, urlPure: storage.publicUrl(fileName) };
  const media = newMedia({ id, ...of, type: MediaType.IMAGE, name, fileName, mimeType, ...upload }, now);
  const metadata = { ...UNKNOWN_METADATA, size, width, height, aspectRatio: width / height, format: 'jpeg' };
  await insertMedia(db, { ...media, status: MediaStatus.READY, metadata, altText, position }, size);
}

/**
 * Publishes a group at a time in the past: each part with its own attempt, the parts of a thread one after the
 * other. The posts are added to the sandbox. `refuse` returns why a platform refused a post; null if it took it. Resolves
 * with the first parts, by platform id, once the sandbox has stored all of them.
 */
export async function publishGroup(
  needs: GroupNeeds,
  { target, text, pictures }: StoredGroup,
  at: Date,
  refuse: (post: PlatformPost) => Failure | null = () => null,
): Promise<Map<string, FirstPart>> {
  const { db, recordChanges, sandbox, publishing } = needs;
  const texts = new Map<string, string>();
  const parents = new Map<number, string>();
  const firsts = new Map<string, FirstPart>();
  const stored: Promise<void>[] = [];
  let due = target.posts.map(({ id }) => id);
  const current = (id: string) => target.posts.find((post) => post.id === id) as PlatformPost;

  for (let startedAt = at; due.length > 0; startedAt = new Date(startedAt.getTime() + 2 * RESPONSE_MS)) {
    const begin = new ChangeSet();
    const attempts = due.map((id) => {
      const post = current(id);
      const account = accountOf(sandbox, post);
      const attempt = {
        ...{ id: newId(startedAt), number: 1, account, startedAt },
        uncertainUntil: uncertainAfter(startedAt, publishing),
      };
      const parts = post.partIndex === 0 ? partsOf(post, text) : [text];
      const [own = text] = parts;
      const firstTexts = { parts, comment: null, additions: [], leftOff: [] };
      const change = started(post, attempt, own === text ? undefined : own, firstTexts, startedAt);
      if (post.partIndex === 0) texts.set(id, own);
      for (const part of change.newParts ?? []) texts.set(part.id, part.content ?? '');
      begin.change(target, { posts: [change] });
      return { id, account, attempt };
    });
    await recordChanges(db, begin, startedAt, { webhooks: [] });

    const endedAt = new Date(startedAt.getTime() + RESPONSE_MS);
    const end = new ChangeSet();
    const claims: LivePostClaim[] = [];
    const next: string[] = [];
    for (const { id, account, attempt } of attempts) {
      const post = current(id);
      const followers = target.posts.filter(
        ({ targetIndex, partIndex }) => targetIndex === post.targetIndex && partIndex > post.partIndex,
      );
      const failure = refuse(post);
      if (failure) {
        const changes = failedForGood(post, failure, { ...attempt, outcome: 'rejected' }, followers, endedAt);
        for (const change of changes) end.change(target, { posts: [change] });
        continue;
      }
      const replyTo = parents.get(post.targetIndex);
      const live = sandbox.addPastPost({
        platform: post.platform as SandboxPlatform,
        accountId: post.accountId,
        text: texts.get(id) ?? text,
        publishedAt: endedAt,
        media: post.partIndex === 0 ? pictures.map(sandboxMediaOf) : [],
        ...(replyTo !== undefined && { replyTo }),
      });
      stored.push(live.stored);
      const { postedId: nativeId, url } = live.post;
      const postedId = post.platform === 'network' ? toNeutral(nativeId) : nativeId;
      parents.set(post.targetIndex, nativeId);
      if (post.partIndex === 0) firsts.set(post.platformId, { nativeId, url });
      claims.push({ account, postedId, postId: id });
      const changes = published(post, { ...attempt, outcome: 'published' }, { postedId, url }, followers, endedAt);
      for (const change of changes) end.change(target, { posts: [change] });
      if (followers[0]) next.push(followers[0].id);
    }
    if (claims.length > 0) await claimLivePosts(db, claims, endedAt);
    await recordChanges(db, end, endedAt, { webhooks: [] });
    due = next;
  }
  await Promise.all(stored);
  return firsts;
}

const accountOf = ({ baseUrls }: Sandbox, post: PlatformPost): string =>
  accountKey(post, { baseUrl: baseUrls[post.platform as SandboxPlatform], accountId: post.accountId, credentials: {} });

/** The texts of the parts that a post becomes on its platform. */
function partsOf({ platform }: PlatformPost, text: string): string[] {
  const rules = platformRules[platform as PlatformKey];
  return splitContent(new MeasuredText(text).on(rules.text), rules).map((part) => part.text);
}
