import { previewPost } from '../../src/domain/validation/preview-post.js';
import { makeCpuQueue } from '../../src/foundation/concurrency/cpu-queue.js';
import type { PlatformKey } from '../../src/platforms/port/platform.js';

const preview = (content: string, platforms: readonly PlatformKey[]) => previewPost(content, platforms, makeCpuQueue());

test('shows each platform once, with its parts as they will be split, numbered and counted', async () => {
  const content = `${'a'.repeat(270)} 😀`;
  expect(await preview(content, ['microblog', 'skyfeed', 'microblog'])).toEqual([
    {
      platform: 'microblog',
      parts: [{ text: content, hasMedia: true, length: 273, limit: 280, exceedsLimit: false }],
    },
    {
      platform: 'skyfeed',
      parts: [{ text: content, hasMedia: true, length: 272, limit: 300, exceedsLimit: false }],
    },
  ]);
  expect((await preview('one\n---\ntwo', ['microblog']))[0]?.parts).toEqual([
    { text: 'one (1/2)', hasMedia: true, length: 9, limit: 280, exceedsLimit: false },
    { text: 'two (2/2)', hasMedia: false, length: 9, limit: 280, exceedsLimit: false },
  ]);
});

test('says which part exceeds its limit', async () => {
  const [shown] = await preview(`${'a'.repeat(300)} [1/2]\nend [2/2]`, ['microblog']);
  expect(shown?.parts.map(({ length, exceedsLimit }) => [length, exceedsLimit])).toEqual([
    [306, true],
    [9, false],
  ]);
  expect((await preview('a'.repeat(301), ['skyfeed']))[0]?.parts).toMatchObject([{ length: 301, exceedsLimit: true }]);
});
