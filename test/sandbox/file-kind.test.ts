import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { readFile as receive } from '../../sandbox/received-files.js';
import { makeVideo } from '../support/video-file.js';

const about = { field: 'file', fileName: 'file', contentType: 'application/octet-stream' };

/** The file as it comes, in chunks of this many bytes. */
function kindOf(bytes: Buffer, chunkBytes = 64 * 1024) {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return receive(Readable.from(chunks), about);
}

const fixture = (name: string) => readFile(`test/media/fixtures/${name}`);
const image = (format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif', width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

/** A box of the ISO base media format. */
const box = (name: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8, `\0\0\0\0${name}`, 'latin1');
  head.writeUInt32BE(8 + Buffer.concat(content).length);
  return Buffer.concat([head, ...content]);
};

/** What a telephone's HEIC says of itself, without its picture. */
function heic(width: number, height: number): Buffer {
  const sides = Buffer.alloc(12);
  sides.writeUInt32BE(width, 4);
  sides.writeUInt32BE(height, 8);
  const properties = box('iprp', box('ipco', box('ispe', sides)));
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), box('meta', Buffer.alloc(4), properties)]);
}

test.each(['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const)('%s: its sides are read', async (format) => {
  expect(await kindOf(await image(format))).toMatchObject({
    mimeType: `image/${format}`,
    ...{ width: 60, height: 40, playable: true },
  });
});

test('BMP: its sides are read', async () => {
  const expected = { mimeType: 'image/bmp', width: 40, height: 30, playable: true };
  expect(await kindOf(await fixture('picture.bmp'))).toMatchObject(expected);
});

test('HEIC: its sides are read, and it is no video', async () => {
  const expected = { mimeType: 'image/heic', width: 4032, height: 3024, playable: true };
  expect(await kindOf(heic(4032, 3024))).toMatchObject(expected);
});

test('a TIFF of several MB is read: its directory is at its end', async () => {
  const noise = sharp(Buffer.alloc(1600 * 1600 * 3, 'noise'), { raw: { width: 1600, height: 1600, channels: 3 } });
  const bytes = await noise.tiff({ compression: 'none' }).toBuffer();
  expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024);
  expect(await kindOf(bytes)).toMatchObject({ mimeType: 'image/tiff', width: 1600, height: 1600, playable: true });
});

test.each([
  ['index-first.mp4', 'video/mp4', 25],
  ['index-last.mp4', 'video/mp4', 25],
  ['clip.mov', 'video/quicktime', 29.97],
  ['clip.webm', 'video/webm', 25],
  ['clip.avi', 'video/x-msvideo', 25],
])('%s: its sides, length and frame rate are read', async (name, mimeType, frameRate) => {
  const kind = await kindOf(await fixture(name), 1000);
  expect(kind).toMatchObject({ mimeType, width: 160, height: 90, frameRate, playable: true });
  expect(kind.seconds).toBeCloseTo(1, 1);
});

test('a video of several MB is described by its start', async () => {
  const bytes = Buffer.concat([makeVideo({ seconds: 90, frameRate: 15 }), Buffer.alloc(5 * 1024 * 1024)]);
  expect(await kindOf(bytes)).toMatchObject({ seconds: 90, frameRate: 15, bytes: bytes.length });
});

test('videos at the same time are each described as they are', async () => {
  const lengths = [3, 7, 20, 45];
  const kinds = await Promise.all(lengths.map((seconds) => kindOf(makeVideo({ seconds }))));
  expect(kinds.map(({ seconds }) => seconds)).toEqual(lengths);
});

test('what cannot be read is neither an image nor a video that can be shown', async () => {
  for (const bytes of [Buffer.from('BM'), Buffer.from('\0\0\0\x18ftypavif'), (await image('jpeg')).subarray(0, 20)]) {
    expect(await kindOf(bytes)).toMatchObject({ mimeType: expect.stringMatching(/^image\//), playable: false });
  }
  expect(await kindOf(Buffer.from('<html>'))).toMatchObject({ mimeType: null, playable: false });
  expect(await kindOf(makeVideo().subarray(0, 20))).toMatchObject({ mimeType: 'video/mp4', playable: false });
});
