/**
 * Publishes to a real server of the AT Protocol, and takes back what it published. No part of `npm test`:
 *
 *     npm run build && SERVER=https://pds.example.com HANDLE=ann.example.com APP_PASSWORD=… \
 *       node .build/test/manual/skyfeed-server.js
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Failure } from '../../src/platforms/port/failure.js';
import type { LookupResult, Part } from '../../src/platforms/port/platform.js';
import { makeSession } from '../../src/platforms/skyfeed/session.js';
import { skyfeed } from '../../src/platforms/skyfeed/skyfeed.js';
import { losing, publishThrough } from '../platforms/driving.js';
import { openMediaFiles } from '../platforms/media-files.js';
import { attachedOf, makePart, publish } from '../platforms/support.js';

const { SERVER = '', HANDLE = '', APP_PASSWORD = '' } = process.env;
const COLLECTION = 'app.bsky.feed.post';

const { http, close } = makeHttp({ timeoutMs: 60_000 });
const files = await openMediaFiles();

const typed = { identifier: HANDLE, appPassword: APP_PASSWORD, service: SERVER };
const attached = attachedOf(await skyfeed.connector.attach(http, typed, null));
const account: Account = { ...attached, baseUrl: SERVER };
const publisher = skyfeed.publisher(http, NO_SETUP);
const made: string[] = [];

/** Asks the server itself, not the adapter. */
async function xrpc(method: string, { query = {}, json }: { query?: Record<string, string>; json?: unknown }) {
  const headers = { authorization: `Bearer ${account.credentials.accessJwt}`, 'content-type': 'application/json' };
  const write = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  const answer = await fetch(`${SERVER}/xrpc/${method}?${new URLSearchParams(query)}`, { headers, ...write });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
}
const repo = account.accountId;
const record = async (uri: string) =>
  (await xrpc('com.atproto.repo.getRecord', { query: { repo, collection: COLLECTION, rkey: keyOf(uri) } })).value;
const keyOf = (uri: string) => uri.split('/').pop() ?? '';
/** The keys of the latest posts. */
const keys = async (): Promise<string[]> => {
  const query = { repo, collection: COLLECTION, limit: '100' };
  const { records } = await xrpc('com.atproto.repo.listRecords', { query });
  return records.map(({ uri }: { uri: string }) => keyOf(uri));
};

function idOf(step: LookupResult): string {
  assert.equal(step.kind, 'published', JSON.stringify(step));
  const { postedId } = step as Extract<LookupResult, { kind: 'published' }>;
  made.push(postedId);
  return postedId;
}
/** The posts that came while something was done. */
async function postsOf(act: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(await keys());
  await act();
  return (await keys()).filter((key) => !before.has(key));
}

after(async () => {
  for (const uri of new Set(made)) {
    await xrpc('com.atproto.repo.deleteRecord', { json: { repo, collection: COLLECTION, rkey: keyOf(uri) } });
  }
  await Promise.all([close(), files.close()]);
});

test('the account is who it says, and its access may post', async () => {
  const probed = await skyfeed.probe(http, account, NO_SETUP);
  assert.equal(probed.kind, 'working', JSON.stringify(probed));
  assert.ok(probed.kind === 'working' && probed.permissions.length > 0);
});

test('a session is renewed, and the new one publishes', async () => {
  const refreshed = await makeSession(http, NO_SETUP).refresh(account);
  assert.equal(refreshed.kind, 'refreshed', JSON.stringify(refreshed));
  account.credentials = (refreshed as Extract<typeof refreshed, { kind: 'refreshed' }>).credentials;
  idOf(await publish(publisher, makePart('After a renewal'), account));
});

test('a text keeps its links, mentions and tags, at their bytes', async () => {
  const text = `👋🏽 世界 https://example.com/ü and @${attached.username} likes #größe`;
  const { text: kept, facets } = await record(idOf(await publish(publisher, makePart(text), account)));
  assert.equal(kept, text);
  const marked = facets.map(({ index }: { index: { byteStart: number; byteEnd: number } }) =>
    Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString(),
  );
  assert.deepEqual(marked, ['https://example.com/ü', `@${attached.username}`, '#größe']);
});

test('four images keep their order and what they show', async () => {
  const images = await Promise.all([0, 1, 2, 3].map(() => files.image('jpeg', 60, 40)));
  const media = images.map((file, index) => ({ ...file, altText: `Number ${index}` }));
  const { embed } = await record(idOf(await publish(publisher, makePart('Four images', { media }), account)));
  const shown = embed.images.map(({ alt, image }: { alt: string; image: { size: number } }) => [alt, image.size]);
  assert.deepEqual(
    shown,
    media.map(({ altText, bytes }) => [altText, bytes]),
  );
});

test('a video is published, unless the server takes none of its size', async (context) => {
  const video = { ...(await files.video(1_000_000)), altText: 'It moves' };
  const step = await publish(publisher, makePart('A video', { media: [video] }), account);
  if (step.kind === 'failed' && step.failure.code === 'CONTENT_TOO_LARGE') return context.skip(step.failure.message);
  const { embed } = await record(idOf(step));
  assert.deepEqual([embed.alt, embed.video.mimeType, embed.video.size], ['It moves', 'video/mp4', 1_000_000]);
});

test('the same part again is the same post', async () => {
  const parts = [makePart('Again'), makePart('Again', { media: [await files.image()] })];
  for (const part of parts) {
    const seen: string[] = [];
    const posts = await postsOf(async () => {
      for (let time = 0; time < 3; time += 1) seen.push(idOf(await publish(publisher, part, account)));
    });
    assert.equal(new Set(seen).size, 1);
    assert.equal(posts.length, 1);
  }
});

test('whatever answer is lost, a part becomes one post', async () => {
  const makers: (() => Promise<Part>)[] = [
    async () => makePart('Lost and found'),
    async () => makePart('Lost and found', { media: [await files.image(), await files.image()] }),
  ];
  for (const make of makers) {
    for (const moment of ['before', 'after'] as const) {
      for (let write = 1, reached = true; reached; write += 1) {
        const lossy = losing(http, 'skyfeed', write, moment);
        const posts = await postsOf(async () => {
          idOf(await publishThrough(() => skyfeed.publisher(lossy.http, NO_SETUP), await make(), account));
        });
        assert.equal(posts.length, 1, `${moment} write ${write}`);
        reached = lossy.writes() >= write;
      }
    }
  }
});

test('what was never sent is not there', async () => {
  assert.deepEqual(await publisher.look(makePart('Never'), account, null), { kind: 'absent' });
});

test('refusals are understood', async () => {
  const stranger = { ...account, credentials: { ...account.credentials, accessJwt: 'no.such.token' } };
  const large = await files.padded(await files.image(), 1_100_000);
  const wrong = { ...typed, appPassword: 'wrong-pass-word-here' };
  const refused: [string, { kind: string; failure?: Failure }][] = [
    ['CONTENT_TOO_LARGE', await publish(publisher, makePart('Large', { media: [large] }), account)],
    ['INVALID_CONTENT', await publish(publisher, makePart('x'.repeat(301)), account)],
    ['PLATFORM_AUTH_EXPIRED', await publish(publisher, makePart('Who?'), stranger)],
    ['PLATFORM_AUTH_EXPIRED', await skyfeed.connector.attach(http, wrong, null)],
  ];
  for (const [code, { failure }] of refused) {
    assert.deepEqual([failure?.code, failure?.outcome], [code, 'rejected'], failure?.message);
  }
});
