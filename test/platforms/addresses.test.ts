/** Addresses of live posts that need another read. They never affect the outcome of a post. */
import type { Http } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import { findPlatform } from '../../src/platforms/registry.js';
import { contentsOf } from './contents.js';
import { drive } from './driving.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { clock, makeAnswer, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const LOST = { kind: 'lost', sent: true, cause: 'timeout', message: 'no answer' } as const;

describe.each([
  ['threadtalk', 'permalink'],
  ['photogram', 'permalink'],
  ['socialpage', 'permalink_url'],
] as const)('%s', (key, field) => {
  const platform = findPlatform(key);
  if (!platform) throw new Error(key);

  test.each([
    ['no answer', LOST],
    ['an error', makeAnswer(400, { error: { message: 'No', code: 100 } })],
    ['a rejected token', makeAnswer(400, { error: { message: 'No', code: 190 } })],
    ['a server error', makeAnswer(503, 'Unavailable')],
    ['no address', makeAnswer(200, { id: '1' })],
    ['an address of another protocol', makeAnswer(200, { id: '1', [field]: 'javascript:alert(1)' })],
  ])('the post is published without an address when the read meets %s', async (_, answer) => {
    let reads = 0;
    const http: Http = async (request) => {
      if (request.method !== 'GET' || request.query?.fields !== field) return world.http(request);
      reads += 1;
      expect(request.publishes).toBe(false);
      return answer;
    };
    const account = await openAccount(world, platform);
    const part = await contentsOf(platform)[0].make(files);
    const { step } = await drive(() => platform.publisher(http, NO_SETUP, clock), part, account);
    expect(step).toEqual({ kind: 'published', postedId: postsOf(world, account)[0]?.postedId });
    expect(reads).toBe(1);
  });
});
