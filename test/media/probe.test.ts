import type { MediaMetadata } from '../../src/domain/media/media.js';
import { makeProbe } from '../../src/domain/media/probe.js';
import { animatedPng, animation, fixture, mediaProcesses, noise, plain, probeBytes, sourceOf } from './support.js';

const STILL = { frameRate: null, codecName: null, bitRate: null, duration: null, pixelFormat: null, frames: null };

describe('probing an image', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const)(
    '%s: size, width, height, aspect ratio, format',
    async (format) => {
      const bytes = await noise(300, 200).toFormat(format).toBuffer();
      expect(await probeBytes(bytes, `image/${format}`)).toEqual({
        kind: 'image',
        mimeType: `image/${format}`,
        metadata: { ...STILL, size: bytes.length, width: 300, height: 200, aspectRatio: 1.5, format },
      });
    },
  );

  it('BMP: size, width, height, aspect ratio, format', async () => {
    expect(await probeBytes(fixture('picture.bmp'), 'image/bmp')).toEqual({
      kind: 'image',
      mimeType: 'image/bmp',
      metadata: { ...STILL, size: 3654, width: 40, height: 30, aspectRatio: 4 / 3, format: 'bmp' },
    });
  });

  it('width and height are as people see them, orientation applied', async () => {
    const bytes = await plain(60, 40, 'red').withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await probeBytes(bytes)).toMatchObject({ metadata: { width: 40, height: 60, aspectRatio: 2 / 3 } });
  });

  it('an animation has the size of one frame, its duration and its frame rate', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const bytes = await (await animation(30, 20)).toFormat(format, { delay: [200, 100, 200] }).toBuffer();
      const metadata = { width: 30, height: 20, format, duration: 0.5, frameRate: 6, frames: 3 };
      expect(await probeBytes(bytes)).toMatchObject({ kind: 'image', metadata });
    }
  });

  it('the type that is reported is that of the file, not the declared one', async () => {
    const bytes = await plain(8, 8, 'red').png().toBuffer();
    for (const declared of ['application/octet-stream', 'image/jpeg', 'video/mp4']) {
      expect(await probeBytes(bytes, declared)).toMatchObject({ kind: 'image', mimeType: 'image/png' });
    }
  });

  it('frames and pages that are not published are counted: APNG, TIFF', async () => {
    const pages = await (await animation(30, 20)).tiff().toBuffer();
    expect(await probeBytes(pages)).toMatchObject({ metadata: { width: 30, height: 20, frames: 3 } });
    expect(await probeBytes(animatedPng(await plain(30, 20, 'red').png().toBuffer(), 4))).toMatchObject({
      metadata: { width: 30, height: 20, format: 'png', frames: 4 },
    });
  });
});

describe('probing a video', () => {
  const clip = { width: 160, height: 90, aspectRatio: 16 / 9, frameRate: 25, duration: 1 };
  it.each<[string, string, Partial<MediaMetadata>]>([
    ['index-last.mp4', 'video/mp4', { ...clip, format: 'mp4', codecName: 'AVC', bitRate: 61920, size: 7740 }],
    ['index-first.mp4', 'video/mp4', { ...clip, format: 'mp4', codecName: 'AVC', bitRate: 61920, size: 7740 }],
    ['fragments.mp4', 'video/mp4', { ...clip, format: 'mp4', codecName: 'AVC', duration: expect.closeTo(1, 0) }],
    ['clip.mov', 'video/quicktime', { ...clip, format: 'mov', codecName: 'AVC', frameRate: 29.97, duration: 1.001 }],
    ['clip.mkv', 'video/x-matroska', { ...clip, format: 'mkv', codecName: 'AVC', bitRate: 32024 }],
    ['clip.webm', 'video/webm', { ...clip, format: 'webm', codecName: 'VP9', bitRate: 34976, pixelFormat: null }],
    ['clip.avi', 'video/x-msvideo', { ...clip, format: 'avi', codecName: 'MPEG-4 Visual', bitRate: 105584 }],
  ])('%s: frame rate, codec, bit rate and duration as well', async (name, mimeType, metadata) => {
    expect(await probeBytes(fixture(name), mimeType)).toEqual({
      kind: 'video',
      mimeType,
      metadata: {
        size: fixture(name).length,
        bitRate: expect.any(Number),
        pixelFormat: 'yuv420p',
        frames: null,
        ...metadata,
      },
    });
  });

  it('a video that is shown on its side has the width and height that people see', async () => {
    const metadata = { width: 90, height: 160, aspectRatio: 9 / 16 };
    expect(await probeBytes(fixture('on-its-side.mp4'))).toMatchObject({ kind: 'video', metadata });
  });

  it('what a file does not say is null', async () => {
    const metadata = { duration: null, bitRate: null, frameRate: 25 };
    expect(await probeBytes(fixture('without-duration.webm'))).toMatchObject({ kind: 'video', metadata });
  });

  it('a file with sound only is no video', async () => {
    const reason = 'The file is damaged, or has no video track';
    expect(await probeBytes(fixture('sound.m4a'), 'video/mp4')).toEqual({ kind: 'broken', reason });
  });
});

describe('how much is read', () => {
  it('of a video of 4 GB with its index at the end only a few parts', async () => {
    const small = fixture('index-last.mp4');
    const index = small.subarray(small.indexOf('moov') - 4);
    const size = 4 * 2 ** 30;
    const mdatAt = small.indexOf('mdat') - 4;
    const begin = Buffer.concat([small.subarray(0, mdatAt), Buffer.from('\0\0\0\x01mdat', 'latin1'), Buffer.alloc(8)]);
    begin.writeBigUInt64BE(BigInt(size - index.length - mdatAt), mdatAt + 8);
    let total = 0;
    const read = async (start: number, length: number) => {
      total += length;
      const bytes = Buffer.alloc(length);
      if (start < begin.length) begin.copy(bytes, 0, start);
      const indexAt = size - index.length;
      if (start + length > indexAt) index.copy(bytes, Math.max(0, indexAt - start), Math.max(0, start - indexAt));
      return bytes;
    };
    const probed = await makeProbe(mediaProcesses())({ userId: 'user', size, read }, 'video/mp4');
    expect(probed).toMatchObject({ kind: 'video', metadata: { size, width: 160, duration: 1, codecName: 'AVC' } });
    expect(total).toBeLessThan(32 * 2 ** 20);
  });

  it('of a file that is refused by its first bytes nothing else, and no process is started', async () => {
    const reads: number[][] = [];
    const read = async (start: number, length: number) => {
      reads.push([start, length]);
      return Buffer.alloc(length, '<svg>');
    };
    const probe = makeProbe(() => Promise.reject(new Error('started')));
    expect(await probe({ userId: 'user', size: 2 ** 20, read }, 'image/png')).toEqual({
      kind: 'broken',
      reason: 'The file says image/png and is an SVG image',
    });
    expect(reads).toEqual([[0, 4096]]);
  });

  it('an image of more than 100 MB is refused before it is read', async () => {
    const { read } = sourceOf(await plain(8, 8, 'red').png().toBuffer());
    const reads: number[] = [];
    const counted = (start: number, length: number) => {
      reads.push(length);
      return read(start, length);
    };
    const probed = await makeProbe(mediaProcesses())({ userId: 'user', size: 100 * 2 ** 20 + 1, read: counted }, '');
    expect(probed).toEqual({ kind: 'broken', reason: 'The image is larger than 100 MB' });
    expect(reads).toEqual([4096]);
  });
});
