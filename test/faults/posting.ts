/** Posts for every platform, each on an account of its own, created over the API as a client does. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
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
  /** What a scenario does to it, for those who read of a problem. */
  about?: string;
}

/** What is posted: the simplest that each platform takes, or an image wherever one is taken. */
export type Kind = 'simple' | 'image';

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

let files: Promise<Record<'image' | 'video', File>> | undefined;

const readFiles = async (): Promise<Record<'image' | 'video', File>> => ({
  image: { fileName: 'image.jpg', contentType: 'image/jpeg', type: 'image', bytes: Uint8Array.from(await noise()) },
  video: {
    fileName: 'clip.mp4',
    contentType: 'video/mp4',
    type: 'video',
    bytes: Uint8Array.from(makeVideo()),
  },
});

/** A request of the API; the body of its answer. Throws unless it was answered with a 2xx. */
export async function call<T>(
  world: World,
  account: TestAccount,
  method: 'GET' | 'POST' | 'PUT',
  route: string,
  body?: unknown,
  withinMs = 10_000,
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

/** An author has room for 500 posts that wait at a time (plan Premium). */
export async function makeAuthor(world: World): Promise<Author> {
  const { db } = world;
  const account = await createAccount(db);
  files ??= readFiles();
  const { image, video } = await files;

  const create = async (platforms: SandboxPlatform[], file: File | null, dueAt: Date): Promise<Post[]> => {
    if (platforms.length === 0) return [];
    const targets = platforms.map((platform) => world.accounts.create(platform));
    const ids: string[] = [];
    for (const target of targets) ids.push(await account.connect(target));
    // Where the platforms are is for the workers' configuration to say: through the proxy.
    await db.query('UPDATE connections SET base_url = NULL WHERE platform_id = ANY($1)', [ids]);
    const content = `Once and only once, ${randomBytes(6).toString('hex')} 世界`;
    const when = { scheduledTime: dueAt.toISOString() };
    const { postGroupId } = await call<{ postGroupId: string }>(world, account, 'POST', '/create-post', {
      content,
      platforms: ids,
      ...(file ? {} : when),
    });
    if (file) {
      const { bytes, ...uploadRequest } = file;
      const { uploadUrl } = await call<{ uploadUrl: string }>(world, account, 'POST', '/get-upload-url', {
        ...uploadRequest,
        postGroupId,
      });
      const stored = await fetch(uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': file.contentType },
        body: bytes,
        signal: AbortSignal.timeout(10_000),
      });
      if (!stored.ok) throw new Error(`The upload was answered with ${stored.status}`);
      await call(world, account, 'PUT', `/update-post/${postGroupId}`, { status: 'scheduled', ...when });
    }
    return targets.map(({ platform, accountId }, index) => ({
      platform,
      accountId,
      platformId: ids[index] ?? '',
      groupId: postGroupId,
      dueAt,
    }));
  };

  return {
    account,
    async post(kind, dueAt = new Date(), platforms = [...TEXT, ...IMAGE, ...VIDEO]) {
      const of = (some: SandboxPlatform[]) => some.filter((platform) => platforms.includes(platform));
      const groups: [SandboxPlatform[], File | null][] =
        kind === 'simple'
          ? [
              [of(TEXT), null],
              [of(IMAGE), image],
              [of(VIDEO), video],
            ]
          : [
              [of([...TEXT, ...IMAGE]), image],
              [of(VIDEO), video],
            ];
      const posts: Post[] = [];
      for (const [some, file] of groups) posts.push(...(await create(some, file, dueAt)));
      return posts;
    },
  };
}
