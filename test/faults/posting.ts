/**
 * Posts for every platform, created over the API as a client does. Two after each other share their accounts and their
 * text, also when two users create them.
 */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { makeVideo } from '../support/video-file.js';
import type { World } from './world.js';

/** A post that the API has accepted. */
export interface Post {
  platform: SandboxPlatform;
  accountId: string;
  platformId: string;
  groupId: string;
  dueAt: Date;
  /** What its text has in common with no post but the one that shares it. */
  mark: string;
  /** What a scenario does to it, for those who read of a problem. */
  about?: string;
}

/**
 * What is posted: the simplest that each platform takes, an image wherever one is taken, a thread, or a text with a first
 * comment.
 */
export type Kind = 'simple' | 'image' | 'thread' | 'commented';

const TEXT: SandboxPlatform[] = [
  'microblog',
  'network',
  'threadtalk',
  'socialpage',
  'skyfeed',
  'fediverse',
  'messenger',
];
const IMAGE: SandboxPlatform[] = ['photogram', 'pinboard'];
const VIDEO: SandboxPlatform[] = ['shortvideo', 'videohub'];
const THREAD: SandboxPlatform[] = ['microblog', 'threadtalk'];
/** Where a first comment on a text can be looked up. */
const COMMENTED: SandboxPlatform[] = ['microblog', 'threadtalk', 'socialpage', 'skyfeed', 'fediverse'];

/** Parts of a thread. */
const SECTIONS = 3;

interface File {
  fileName: string;
  contentType: string;
  type: 'image' | 'video';
  bytes: Uint8Array<ArrayBuffer>;
}

const noise = (): Promise<Buffer> =>
  sharp(randomBytes(1080 * 1080 * 3), { raw: { width: 1080, height: 1080, channels: 3 } })
    .resize(540, 540)
    .jpeg({ quality: 30 })
    .toBuffer();

interface Files {
  /** Two: posts with one text have different images. */
  images: readonly [File, File];
  video: File;
}

let files: Promise<Files> | undefined;

const makeImage = async (): Promise<File> => {
  const bytes = Uint8Array.from(await noise());
  return { fileName: 'image.jpg', contentType: 'image/jpeg', type: 'image', bytes };
};

const readFiles = async (): Promise<Files> => ({
  images: [await makeImage(), await makeImage()],
  video: {
    fileName: 'clip.mp4',
    contentType: 'video/mp4',
    type: 'video',
    bytes: Uint8Array.from(makeVideo()),
  },
});

/** However slow the machine is. */
const MOST_MS = 120_000;

/** A request of the API; the body of its response. Throws unless it was answered with a 2xx. */
export async function call<T>(
  world: World,
  account: TestAccount,
  method: 'GET' | 'POST' | 'PUT',
  route: string,
  body?: unknown,
  withinMs = MOST_MS,
): Promise<T> {
  const answer = await fetch(`${world.apiUrl}/api/v1${route}`, {
    method,
    headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(withinMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${route} was answered with ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}

/** What a client that posts needs. */
export interface Author {
  account: TestAccount;
  /** Creates a post for each of the platforms, due then; those that were accepted. An error of the API is thrown. */
  post(kind: Kind, dueAt?: Date, platforms?: readonly SandboxPlatform[]): Promise<Post[]>;
}

/** What a post has that the next one of its kind is to share. */
interface Shared {
  targets: SandboxAccount[];
  mark: string;
}

const shared = new WeakMap<World, Map<string, Shared>>();

/** What the post before it of the same kind and platforms has left to share; each is taken once. */
function takeShared(world: World, key: string): Shared | undefined {
  const known = shared.get(world)?.get(key);
  shared.get(world)?.delete(key);
  return known;
}

function leaveShared(world: World, key: string, one: Shared): void {
  shared.set(world, (shared.get(world) ?? new Map<string, Shared>()).set(key, one));
}

/** A mark for each part of a thread follows from that of the post. */
const contentOf = (kind: Kind, mark: string): string => {
  if (kind === 'commented') return partOf(mark, 0);
  return kind === 'thread'
    ? Array.from({ length: SECTIONS }, (_, section) => partOf(mark, section)).join('\n---\n')
    : `Once and only once, ${mark} 世界`;
};

const partOf = (mark: string, part: number): string => `Once and only once, ${mark}:${part} 世界`;

/** REST has no first comments. */
async function createCommented(
  world: World,
  { apiKey }: TestAccount,
  post: { content: string; platformIds: string[]; platformSettings: object; scheduledTime: string },
  withinMs: number,
): Promise<string> {
  const { scheduledTime, ...draft } = post;
  const answer = await fetch(`${world.apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(withinMs),
    body: JSON.stringify({
      query: 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
      variables: { input: { post: draft, scheduledTime } },
    }),
  });
  const { data, errors } = (await answer.json()) as {
    data?: { createPost: { postGroupId: string } };
    errors?: unknown;
  };
  if (!data) throw new Error(`createPost was answered with ${JSON.stringify(errors)}`);
  return data.createPost.postGroupId;
}

/**
 * Makes an author with 500 slots for scheduled posts (plan Premium). `isAlone`: every post goes to new accounts.
 * `withinMs`: how long it waits for a response of the API.
 */
export async function makeAuthor(world: World, { isAlone = false, withinMs = MOST_MS } = {}): Promise<Author> {
  const { db } = world;
  const account = await createAccount(db);
  files ??= readFiles();
  const { images, video } = await files;
  const connected = new Map<string, string>();

  const connect = async (target: SandboxAccount): Promise<string> => {
    const key = `${target.platform} ${target.accountId}`;
    const id = connected.get(key) ?? (await account.connect(target));
    connected.set(key, id);
    return id;
  };

  const create = async (
    platforms: SandboxPlatform[],
    kind: Kind,
    type: 'image' | 'video' | null,
    dueAt: Date,
  ): Promise<Post[]> => {
    if (platforms.length === 0) return [];
    const key = `${kind} ${type} ${platforms.join()}`;
    const before = isAlone ? undefined : takeShared(world, key);
    const own = before ?? {
      targets: platforms.map((platform) => world.accounts.create(platform)),
      mark: randomBytes(6).toString('hex'),
    };
    if (!before && !isAlone) leaveShared(world, key, own);
    const { targets, mark } = own;
    const file = type === 'video' ? video : type === 'image' ? images[before ? 1 : 0] : null;
    const ids: string[] = [];
    for (const target of targets) ids.push(await connect(target));
    // Where the platforms are is for the workers' configuration to say: through the proxy.
    await db.query('UPDATE connections SET base_url = NULL WHERE platform_id = ANY($1)', [ids]);
    const when = { scheduledTime: dueAt.toISOString() };
    const send = <T>(method: 'POST' | 'PUT', route: string, body: unknown) =>
      call<T>(world, account, method, route, body, withinMs);
    const content = contentOf(kind, mark);
    const firstComment = partOf(mark, 1);
    const platformSettings = Object.fromEntries(platforms.map((platform) => [platform, { firstComment }]));
    const postGroupId =
      kind === 'commented'
        ? await createCommented(world, account, { content, platformIds: ids, platformSettings, ...when }, withinMs)
        : (
            await send<{ postGroupId: string }>('POST', '/create-post', {
              content,
              platforms: ids,
              ...(file ? {} : when),
            })
          ).postGroupId;
    if (file) {
      const { bytes, ...uploadRequest } = file;
      const { uploadUrl } = await send<{ uploadUrl: string }>('POST', '/get-upload-url', {
        ...uploadRequest,
        postGroupId,
      });
      const stored = await fetch(uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': file.contentType },
        body: bytes,
        signal: AbortSignal.timeout(withinMs),
      });
      if (!stored.ok) throw new Error(`The upload was answered with ${stored.status}`);
      await send('PUT', `/update-post/${postGroupId}`, { status: 'scheduled', ...when });
    }
    return targets.map(({ platform, accountId }, index) => ({
      platform,
      accountId,
      platformId: ids[index] ?? '',
      groupId: postGroupId,
      dueAt,
      mark,
    }));
  };

  return {
    account,
    async post(kind, dueAt = new Date(), platforms = [...TEXT, ...IMAGE, ...VIDEO]) {
      const of = (some: SandboxPlatform[]) => some.filter((platform) => platforms.includes(platform));
      const groups: Record<Kind, [SandboxPlatform[], 'image' | 'video' | null][]> = {
        simple: [
          [of(TEXT), null],
          [of(IMAGE), 'image'],
          [of(VIDEO), 'video'],
        ],
        image: [
          [of([...TEXT, ...IMAGE]), 'image'],
          [of(VIDEO), 'video'],
        ],
        thread: [[of(THREAD), null]],
        commented: [[of(COMMENTED), null]],
      };
      const posts: Post[] = [];
      for (const [some, type] of groups[kind]) posts.push(...(await create(some, kind, type, dueAt)));
      return posts;
    },
  };
}
