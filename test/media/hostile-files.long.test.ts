import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { makeProbe } from '../../src/domain/media/probe.js';
import { animation, fixture, labWithAlpha, mediaProcesses, noise, plain, probeBytes, sourceOf } from './support.js';

const TOO_MANY = 'more than the 67108864 that can be opened';

/** A whole PNG of one bit per pixel: 900 million pixels in 110 KB. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A small JPEG whose header claims another size. */
async function jpegOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(8, 8, 'red').jpeg().toBuffer();
  const frame = bytes.indexOf('\xff\xc0', 0, 'latin1');
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

describe('decompression bombs are refused by their header', () => {
  it('a PNG of 900 million pixels in 110 KB', async () => {
    const bomb = pngBomb(30_000, 30_000);
    expect(bomb.length).toBeLessThan(120_000);
    const reason = `The image has 30000 x 30000 pixels, ${TOO_MANY}`;
    expect(await probeBytes(bomb, 'image/png')).toEqual({ kind: 'broken', reason });
  });

  it('a PNG of as many pixels as can be opened is opened', async () => {
    expect(await probeBytes(pngBomb(8192, 8192))).toMatchObject({ kind: 'image', metadata: { width: 8192 } });
  });

  it('a GIF with a huge canvas', async () => {
    const side = '\x30\x75'; // 30000, the lowest byte first
    const header = `GIF89a${side}${side}\x80\0\0\0\0\0\xff\xff\xff`;
    const gif = Buffer.from(`${header},\0\0\0\0${side}${side}\0\x02\x02D\x01\0;`, 'latin1');
    const reason = `The image has 30000 x 30000 pixels, ${TOO_MANY}`;
    expect(await probeBytes(gif, 'image/gif')).toEqual({ kind: 'broken', reason });
  });

  it('a GIF with many frames on a large canvas', async () => {
    const side = '\x40\x1f'; // 8000
    const frame = `,\0\0\0\0${side}${side}\0\x02\x02D\x01\0`;
    const gif = Buffer.from(`GIF89a${side}${side}\x80\0\0\0\0\0\xff\xff\xff${frame.repeat(60)};`, 'latin1');
    const reason =
      'The animation has 60 frames of 8000 x 8000 pixels, in all more than the 536870912 that can be opened';
    expect(await probeBytes(gif, 'image/gif')).toEqual({ kind: 'broken', reason });
  });

  it('a JPEG that claims to be huge', async () => {
    const reason = `The image has 60000 x 60000 pixels, ${TOO_MANY}`;
    expect(await probeBytes(await jpegOfSize(60_000, 60_000))).toEqual({ kind: 'broken', reason });
  });
});

describe('videos that lie about themselves', () => {
  it('an AVI of 13 KB that makes its reader take gigabytes ends nothing but its own process', async () => {
    const avi = fixture('clip.avi');
    // OpenDML's video properties: so many fields in a frame, each to be described.
    avi.writeUInt32LE(0xffffffff, avi.indexOf('vprp') + 40);
    const reason = 'The file cannot be opened safely: it needs too much memory, or crashes the decoder';
    expect(await probeBytes(avi)).toEqual({ kind: 'broken', reason });
  });

  it('an AVI that claims to be 1,476,395,098 pixels high', async () => {
    const avi = fixture('clip.avi');
    avi.writeInt32LE(1_476_395_098, avi.indexOf('strf') + 16);
    expect(await probeBytes(avi)).toEqual({ kind: 'broken', reason: 'The file is damaged, or has no video track' });
  });
});

describe('files that are cut off', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'tiff'] as const)('%s, anywhere', async (format) => {
    const bytes = await noise(200, 150).toFormat(format).toBuffer();
    for (const share of [0.1, 0.5, 0.98]) {
      const probed = await probeBytes(bytes.subarray(0, Math.floor(bytes.length * share)), `image/${format}`);
      expect(probed).toEqual({
        kind: 'broken',
        reason: expect.stringMatching(/^The file is a .+ that is damaged or truncated$/),
      });
    }
  });

  it.each(['gif', 'webp'] as const)('an animation (%s), anywhere', async (format) => {
    const frames = await Promise.all([1, 2, 3, 4].map(() => noise(60, 40).png().toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect(await probeBytes(bytes)).toMatchObject({ kind: 'image' });
    for (const share of [0.2, 0.4, 0.6, 0.8, 0.98]) {
      expect(await probeBytes(bytes.subarray(0, Math.floor(bytes.length * share)))).toEqual({
        kind: 'broken',
        reason: expect.stringMatching(/^The file is a .+ that is damaged or truncated$/),
      });
    }
  });

  it('a GIF without its trailer, or with something after it, is whole', async () => {
    const bytes = await (await animation(30, 20)).gif().toBuffer();
    for (const file of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('and more')])]) {
      expect(await probeBytes(file)).toMatchObject({ kind: 'image', metadata: { width: 30, height: 20 } });
    }
  });

  it('a PNG that shows itself step by step', async () => {
    const bytes = await noise(200, 150).png({ progressive: true }).toBuffer();
    expect(await probeBytes(bytes.subarray(0, bytes.length - 2000))).toMatchObject({ kind: 'broken' });
  });

  it.each(['index-last.mp4', 'index-first.mp4', 'fragments.mp4', 'clip.mov', 'clip.mkv', 'clip.webm', 'clip.avi'])(
    '%s',
    async (name) => {
      const bytes = fixture(name);
      const reason = 'The video is truncated: its end is missing';
      expect(await probeBytes(bytes.subarray(0, Math.floor(bytes.length * 0.7)))).toEqual({ kind: 'broken', reason });
    },
  );

  it('an MP4 that ends after its first box', async () => {
    expect(await probeBytes(fixture('index-last.mp4').subarray(0, 40))).toMatchObject({ kind: 'broken' });
  });
});

describe('files that are something else', () => {
  const entities = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY file SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;&file;</text></svg>`;
  it.each([
    ['an SVG with entities', Buffer.from(entities), 'image/png', 'The file says image/png and is an SVG image'],
    ['a ZIP archive', Buffer.from('PK\x03\x04\x14\0\0\0'), 'image/png', 'The file says image/png and is a ZIP archive'],
    ['a PDF document', Buffer.from('%PDF-1.7\n'), 'video/mp4', 'The file says video/mp4 and is a PDF document'],
    ['nothing', Buffer.alloc(0), 'image/png', 'The file is empty'],
    ['one byte', Buffer.from([0xff]), 'image/png', 'The file says image/png and is of an unknown format'],
    ['zeros', Buffer.alloc(100_000), 'video/mp4', 'The file says video/mp4 and is of an unknown format'],
  ])('%s is refused', async (_, bytes, contentType, reason) => {
    expect(await probeBytes(bytes, contentType)).toEqual({ kind: 'broken', reason });
  });

  it('a colour space that is not converted as it should be is refused: it would be published black', async () => {
    const reason =
      'The file is a TIFF image in a colour space that cannot be converted (CIELab with an alpha channel): save it as sRGB';
    expect(await probeBytes(labWithAlpha())).toEqual({ kind: 'broken', reason });
  });

  it('a GIF is as large as its canvas, however small its first frame is', async () => {
    const gif = await plain(8, 8, 'red').gif().toBuffer();
    gif.writeUInt16LE(65_535, 6);
    gif.writeUInt16LE(65_535, 8);
    const reason = 'The image has 65535 x 65535 pixels, more than the 67108864 that can be opened';
    expect(await probeBytes(gif)).toEqual({ kind: 'broken', reason });
  });

  it('a valid file of a kind that cannot be opened is not called damaged', async () => {
    const bmp = fixture('picture.bmp');
    bmp.writeUInt32LE(4, 30);
    expect(await probeBytes(bmp)).toEqual({
      kind: 'broken',
      reason: 'The file is a BMP image of a kind that cannot be opened: upload it as JPEG or PNG',
    });
    // JPEG 2000 within a TIFF.
    const tiff = await plain(8, 8, 'red').tiff({ compression: 'none' }).toBuffer();
    const compression = tiff.indexOf(Buffer.from([3, 1, 3, 0, 1, 0, 0, 0, 1, 0]));
    tiff.writeUInt16LE(34_712, compression + 8);
    expect(await probeBytes(tiff)).toEqual({
      kind: 'broken',
      reason: 'The file is a TIFF image of a kind that cannot be opened: upload it as JPEG or PNG',
    });
    // A sequence without a still image.
    const sequence = Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avismiaf', 'latin1');
    expect(await probeBytes(sequence)).toEqual({
      kind: 'broken',
      reason: 'The file is an AVIF image of a kind that cannot be opened: upload it as JPEG or PNG',
    });
  });

  it('of an animated AVIF the still image is taken', async () => {
    const avif = await plain(16, 8, 'red').avif().toBuffer();
    avif.write('avis', 8, 'latin1');
    expect(await probeBytes(avif)).toMatchObject({ kind: 'image', metadata: { width: 16, height: 8, format: 'avif' } });
  });

  it('a page that goes on as a JPEG is a page', async () => {
    const jpeg = await plain(8, 8, 'red').jpeg().toBuffer();
    const page = Buffer.concat([Buffer.from('<html><script>alert(1)</script><!--'), jpeg]);
    const reason = 'The file says image/jpeg and is an HTML page';
    expect(await probeBytes(page, 'image/jpeg')).toEqual({ kind: 'broken', reason });
  });
});

describe('whatever comes', () => {
  const BEGINNINGS = [
    '',
    '\xff\xd8\xff',
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
    'GIF89a',
    'RIFF\xff\0\0\0WEBPVP8X',
    'II*\0',
    'BM\0\0\0\0\0\0\0\0',
  ]
    .concat(['\0\0\0\x18ftypisom', '\0\0\0\x08moov', 'RIFF\xff\0\0\0AVI LIST', '\x1aE\xdf\xa3\x8bB\x82\x88matroska'])
    .map((text) => Buffer.from(text, 'latin1'));

  it('random bytes after any start get a response', async () => {
    const bytes = fc.tuple(fc.constantFrom(...BEGINNINGS), fc.uint8Array({ maxLength: 2000 })).map(Buffer.concat);
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        expect(['image', 'video', 'broken']).toContain((await probeBytes(file)).kind);
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('a good file with wrong bytes in it gets a response', async () => {
    const images = await Promise.all(
      (['jpeg', 'png', 'gif', 'webp', 'tiff'] as const).map((format) => noise(40, 30).toFormat(format).toBuffer()),
    );
    const good = [
      ...images,
      ...['index-last.mp4', 'fragments.mp4', 'clip.mkv', 'clip.avi', 'picture.bmp'].map(fixture),
    ];
    const wrong = fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255)), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...good), wrong, async (file, changes) => {
        const bytes = Buffer.from(file);
        for (const [where, byte] of changes) bytes[Math.floor(where * bytes.length)] = byte;
        expect(['image', 'video', 'broken']).toContain((await probeBytes(bytes)).kind);
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('storage that cannot be read says nothing about a file: the error is reported', async () => {
    const failure = new Error('storage is away');
    const probe = makeProbe(mediaProcesses());
    const bytes = fixture('index-last.mp4');
    for (const goodReads of [0, 1, 2]) {
      let reads = 0;
      const read = (start: number, length: number) =>
        reads++ < goodReads ? sourceOf(bytes).read(start, length) : Promise.reject(failure);
      await expect(probe({ ...sourceOf(bytes), read }, '')).rejects.toBe(failure);
    }
  });
});
