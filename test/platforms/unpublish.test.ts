/** Deleting posts, at every adapter that can: of the account alone, with the scope for it, and any number of times. */
import { readFileSync } from 'node:fs';
import type { Account } from '../../src/platforms/port/account.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { caseOf } from './cases.js';
import { contentsOf } from './contents.js';
import { drive } from './driving.js';
import { logIn, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { clock, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

/** Publishes every kind of post that the platform has. */
async function publishAll(platform: Platform, account: Account) {
  const published = [];
  for (const { make } of contentsOf(platform)) {
    const speak = () => platform.publisher(world.http, setupOf(world, platform), clock);
    const { step } = await drive(speak, await make(files), account);
    if (step.kind !== 'published') throw new Error(JSON.stringify(step));
    published.push({ postedId: step.postedId, furtherIds: step.furtherIds ?? [] });
  }
  return published;
}

const able = [...platforms.values()].filter(({ unpublish }) => unpublish);
const unable = [...platforms.values()].filter(({ unpublish }) => !unpublish);

describe.each(able.map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const unpublish: NonNullable<ReturnType<NonNullable<Platform['unpublish']>>> = (account, part) => {
    const make = platform.unpublish;
    if (!make) throw new Error(`${key} deletes no posts`);
    return make(world.http, setupOf(world, platform))(account, part);
  };

  test('every kind of post is deleted, and nothing else; a repeat is no error', async () => {
    const account = await openAccount(world, platform);
    const published = await publishAll(platform, account);
    for (const part of published) {
      const { neutral = (id) => id } = caseOf(key);
      const others = postsOf(world, account).filter(({ postedId }) => neutral(postedId) !== part.postedId);
      expect(await unpublish(account, part)).toEqual({ kind: 'ok', value: null });
      const left = postsOf(world, account);
      expect(left.map(({ postedId }) => postedId)).toEqual(
        others.map(({ postedId }) => postedId).filter((id) => !part.furtherIds.includes(id)),
      );
      expect(await unpublish(account, part)).toEqual({ kind: 'ok', value: null });
      expect(postsOf(world, account)).toEqual(left);
    }
    expect(postsOf(world, account)).toEqual([]);
  });

  test('another account’s post stays, with any response of the platform', async () => {
    const [account, other] = [await openAccount(world, platform), await openAccount(world, platform)];
    const [part] = await publishAll(platform, account);
    if (!part) throw new Error('Nothing was published');
    const before = postsOf(world, account);
    await unpublish(other, part);
    expect(postsOf(world, account)).toEqual(before);
  });

  test('a rejected token, a rate limit and a server error are the platform’s usual failures', async () => {
    const account = await openAccount(world, platform);
    const [part] = await publishAll(platform, account);
    if (!part) throw new Error('Nothing was published');
    const before = postsOf(world, account);
    const codes = {
      auth_expired: 'PLATFORM_AUTH_EXPIRED',
      rate_limited: 'RATE_LIMITED',
      server_error: 'PLATFORM_SERVER_ERROR',
    };
    for (const [kind, code] of Object.entries(codes)) {
      world.box.setFault({ platform: key, kind: kind as keyof typeof codes, on: 'any' });
      expect(await unpublish(account, part)).toMatchObject({ kind: 'failed', failure: { code } });
    }
    expect(postsOf(world, account)).toEqual(before);
  });
});

test.each([
  ['threadtalk', ['threads_basic', 'threads_content_publish']],
  ['videohub', ['youtube.upload', 'youtube.readonly'].map((name) => `https://www.googleapis.com/auth/${name}`)],
] as const)('%s: a token that may post alone is PERMISSION_DENIED', async (key, scopes) => {
  const platform = platforms.get(key);
  if (!platform?.authorization || !platform.unpublish) throw new Error(key);
  const owner = world.box.createAccount(key);
  const setup = { ...setupOf(world, platform), scopes: [...scopes], baseUrl: owner.baseUrl };
  const granted = await logIn(world.http, platform.authorization, setup, [owner]);
  if (granted.kind === 'failed') throw new Error(granted.failure.message);
  const [attached] = granted.accounts;
  const account = { accountId: owner.accountId, baseUrl: owner.baseUrl, credentials: attached?.credentials ?? {} };
  const [part] = await publishAll(platform, account);
  const result = await platform.unpublish(world.http, setup)(account, part ?? { postedId: '1', furtherIds: [] });
  expect(result).toMatchObject({ kind: 'failed', failure: { code: 'PERMISSION_DENIED', outcome: 'rejected' } });
  expect(postsOf(world, account)).not.toEqual([]);
});

test.each(unable.map(({ key }) => key))('docs/platforms/%s.md says that it deletes no posts', (key) => {
  const page = readFileSync(`docs/platforms/${key}.md`, 'utf8');
  expect(page).toMatch(/## What the platform does not offer\n\n- .*deletes a post.*PLATFORM_CANNOT_UNPUBLISH/);
});
