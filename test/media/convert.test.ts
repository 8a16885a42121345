import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type ImageRule, makeConvertImage } from '../../src/domain/media/convert.js';
import type { ConvertedImage } from '../../src/domain/media/converted-image.js';
import { MediaRefused } from '../../src/domain/media/media-refused.js';
import type { ImageConversion } from '../../src/platforms/port/rules.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { animation, fixture, mediaProcesses, noise, plain, sourceOf } from './support.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'convert-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const convertImage = makeConvertImage(mediaProcesses());
const KEEP: ImageConversion = { formats: {}, default: 'keep' };
const rule = (conversion: Partial<ImageConversion>, maxBytes = 16 * 2 ** 20): ImageRule => ({
  conversion: { ...KEEP, ...conversion },
  maxBytes,
});

/** Converts, and checks that the output is what was reported of it. */
async function convert(image: Sharp | Buffer, by: ImageRule): Promise<ConvertedImage & { image: Sharp }> {
  const bytes = Buffer.isBuffer(image) ? image : await image.toBuffer();
  const made = await convertImage(sourceOf(bytes), by, folder);
  if (!made) throw new Error('It stayed as it is');
  const converted = sharp(await readFile(made.path));
  const { format, width, height } = await converted.metadata();
  expect({ mimeType: `image/${format}`, width, height, bytes: (await stat(made.path)).size }).toEqual({
    mimeType: made.mimeType,
    width: made.width,
    height: made.height,
    bytes: made.bytes,
  });
  return { ...made, image: converted };
}

const pixel = async (image: Sharp, left: number, top: number): Promise<number[]> => [
  ...(await image.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];
const near = (values: number[]) => values.map((value) => expect.closeTo(value, -1));

describe('a crop', () => {
  const RIGHT = { x: 0.5, y: 0, width: 0.5, height: 1 };
  const halves = async () =>
    sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
      .composite([{ input: await plain(100, 100, 'blue').png().toBuffer(), left: 100, top: 0 }])
      .png()
      .toBuffer();

  it('is converted also where the whole image would be sent as it is', async () => {
    const bmp = fixture('picture.bmp');
    expect(await convertImage(sourceOf(bmp), rule({}), folder)).toBeNull();
    const made = await convertImage(sourceOf(bmp), rule({}), folder, { crop: RIGHT });
    expect(made).toMatchObject({ width: 20, height: 30, mimeType: 'image/jpeg' });
    const still = await convertImage(sourceOf(await plain(60, 40, 'red').gif().toBuffer()), rule({}), folder, {
      crop: RIGHT,
    });
    expect(still).toMatchObject({ width: 30, height: 40, mimeType: 'image/gif' });
  });

  it('has nothing of what is beyond it, also if it is scaled down', async () => {
    const made = await convertImage(sourceOf(await halves()), rule({ maxWidth: 7 }), folder, { crop: RIGHT });
    expect(made).toMatchObject({ width: 7, height: 7 });
    const { data } = await sharp(await readFile(made?.path ?? ''))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(new Set(data.filter((_, index) => index % 3 !== 2))).toEqual(new Set([0]));
  });
});

describe('the format of a converted image', () => {
  it('is what the rule says of its own format, else what the rule says of all', async () => {
    const by = rule({ formats: { webp: 'jpeg', gif: 'png' }, default: 'keep' });
    const made = async (format: 'webp' | 'gif' | 'png' | 'tiff') =>
      (await convert(plain(20, 10, 'red').toFormat(format), by)).mimeType;
    expect(await made('webp')).toBe('image/jpeg');
    expect(await made('gif')).toBe('image/png');
    expect(await made('png')).toBe('image/png');
    expect(await made('tiff')).toBe('image/tiff');
  });

  it('an animation becomes its first picture', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const { image, width, height } = await convert(
        (await animation(30, 20)).toFormat(format),
        rule({ default: 'jpeg' }),
      );
      expect([width, height]).toEqual([30, 20]);
      expect(await pixel(image, 15, 10)).toEqual(near([254, 0, 0]));
    }
  });

  it('a WebP animation that is kept still moves', async () => {
    const { path: file } = await convert((await animation(30, 20)).webp(), rule({ maxWidth: 15 }));
    const { pages, pageHeight, width } = await sharp(file, { animated: true }).metadata();
    expect({ pages, pageHeight, width }).toEqual({ pages: 3, pageHeight: 10, width: 15 });
  });

  it('GIF and BMP that are kept stay as they are, if they have no more bytes than they may', async () => {
    const gif = await (await animation(300, 200)).gif().toBuffer();
    for (const bytes of [gif, fixture('picture.bmp')]) {
      expect(await convertImage(sourceOf(bytes), rule({ maxWidth: 10 }, bytes.length), folder)).toBeNull();
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('a GIF with more bytes is scaled down and still moves; a BMP becomes a JPEG', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => noise(120, 80).png().toBuffer()));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const made = await convert(gif, rule({}, 10_000));
    expect(made).toMatchObject({ mimeType: 'image/gif' });
    expect(made.bytes).toBeLessThanOrEqual(10_000);
    expect((await sharp(made.path, { animated: true }).metadata()).pages).toBe(3);
    const bmp = await convert(fixture('picture.bmp'), rule({}, 2_000));
    expect(bmp).toMatchObject({ mimeType: 'image/jpeg' });
    expect(bmp.bytes).toBeLessThanOrEqual(2_000);
  });
});

describe('formats that platforms do not take', () => {
  it('BMP becomes what the rule says, with its colours', async () => {
    const { image, ...made } = await convert(fixture('picture.bmp'), rule({ default: 'png' }));
    expect(made).toMatchObject({ mimeType: 'image/png', width: 40, height: 30 });
    // The first column of the picture, in its own bytes: blue, green, red, from the last row up.
    const [blue = 0, green = 0, red = 0] = fixture('picture.bmp').subarray(fixture('picture.bmp').readUInt32LE(10));
    expect((await pixel(image, 0, 29)).slice(0, 3)).toEqual([red, green, blue]);
  });

  it('AVIF becomes what the rule says', async () => {
    const avif = await plain(40, 30, 'red').avif().toBuffer();
    const { image, ...made } = await convert(avif, rule({ formats: { avif: 'jpeg' } }));
    expect(made).toMatchObject({ mimeType: 'image/jpeg', width: 40, height: 30 });
    expect(await pixel(image, 20, 15)).toEqual(near([254, 0, 0]));
  });
});

describe('an image out of bounds', () => {
  const sizeOf = async (width: number, height: number, limits: Partial<ImageRule>, format: 'png' | 'gif' = 'png') => {
    const made = await convert(plain(width, height, 'red').toFormat(format), { ...rule({}), ...limits });
    return [made.width, made.height];
  };

  it('is cropped around its centre to the nearest ratio', async () => {
    const aspectRatio = { min: 0.8, max: 1.91 };
    expect(await sizeOf(300, 400, { aspectRatio })).toEqual([300, 375]);
    expect(await sizeOf(400, 200, { aspectRatio })).toEqual([382, 200]);
    expect(await sizeOf(400, 300, { aspectRatio })).toEqual([400, 300]);
    const [left, right] = await Promise.all([
      plain(100, 100, 'blue').png().toBuffer(),
      plain(100, 100, 'lime').png().toBuffer(),
    ]);
    const striped = plain(600, 100, 'red').composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: 500, top: 0 },
    ]);
    const { image, width } = await convert(striped.png(), { ...rule({}), aspectRatio });
    expect(width).toBe(191);
    for (const x of [0, 190]) expect((await pixel(image, x, 50)).slice(0, 3)).toEqual([255, 0, 0]);
  });

  it('is cropped as it is shown', async () => {
    const turned = plain(400, 300, 'red').withMetadata({ orientation: 6 }).jpeg();
    const { width, height } = await convert(turned, { ...rule({}), aspectRatio: { min: 0.8, max: 1.91 } });
    expect([width, height]).toEqual([300, 375]);
  });

  it('is scaled down: the longer side, width and height together, all pixels', async () => {
    expect(await sizeOf(300, 200, { maxSide: 100 })).toEqual([100, 67]);
    expect(await sizeOf(300, 200, { maxSum: 100 })).toEqual([60, 40]);
    expect(await sizeOf(300, 200, { maxPixels: 600 })).toEqual([30, 20]);
  });

  it('keeps its ratio within the range when it is scaled down', async () => {
    const { width, height } = await convert(noise(382, 200).png(), {
      ...rule({ default: 'jpeg' }, 3000),
      aspectRatio: { min: 0.8, max: 1.91 },
    });
    expect(width / height).toBeLessThanOrEqual(1.91);
  });

  it('moves still, if it is a GIF that is kept; one within the bounds stays as it is', async () => {
    const gif = await (await animation(300, 200)).gif().toBuffer();
    const { path: file } = await convert(gif, { ...rule({}), maxPixels: 600 });
    const { pages, pageHeight, width, format } = await sharp(file, { animated: true }).metadata();
    expect({ pages, pageHeight, width, format }).toEqual({ pages: 3, pageHeight: 20, width: 30, format: 'gif' });
    expect(await convertImage(sourceOf(gif), { ...rule({}), maxPixels: 60_000 }, folder)).toBeNull();
  });

  it('becomes a JPEG, if it is a BMP that is kept', async () => {
    const made = await convert(fixture('picture.bmp'), { ...rule({}), maxSide: 20 });
    expect(made).toMatchObject({ mimeType: 'image/jpeg', width: 20, height: 15 });
  });

  it('an animation that is too big gets smaller until it fits', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => noise(120, 80).png().toBuffer()));
    const moving = sharp(frames, { join: { animated: true } });
    const { bytes } = await convert(await moving.webp().toBuffer(), rule({}, 4_000));
    expect(bytes).toBeLessThanOrEqual(4_000);
  });
});

describe('what a converted image keeps', () => {
  it('is as displayed: orientation is applied', async () => {
    const left = await plain(20, 20, 'red').png().toBuffer();
    // Red on the left and blue on the right, with an orientation of a quarter turn: red above, blue below.
    const image = plain(40, 20, 'blue')
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 });
    for (const format of ['jpeg', 'webp', 'png'] as const) {
      const bytes = await image.clone().toFormat(format).toBuffer();
      const { image: shown, width, height } = await convert(bytes, rule({ default: 'png' }));
      expect([width, height]).toEqual([20, 40]);
      expect((await pixel(shown, 10, 5)).slice(0, 3)).toEqual(near([254, 0, 0]));
      expect((await pixel(shown, 10, 35)).slice(0, 3)).toEqual(near([0, 0, 254]));
    }
  });

  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'is no metadata, also when it stays %s: no place, no names',
    async (format) => {
      const place = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } };
      const bytes = await plain(20, 10, 'red')
        .withExif(place)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><author>Somebody</author></x:xmpmeta>')
        .withIccProfile('p3')
        .toFormat(format)
        .toBuffer();
      expect(bytes.includes('Somebody')).toBe(true);
      const { image, path: file } = await convert(bytes, rule({}));
      const { exif, xmp, icc, iptc, comments, orientation } = await image.metadata();
      expect({ exif, xmp, icc, iptc, comments }).toEqual({});
      expect(orientation ?? 1).toBe(1);
      expect((await readFile(file)).includes('Somebody')).toBe(false);
    },
  );

  it('is nothing of what a second format hides in it', async () => {
    const jpeg = await plain(20, 10, 'red').jpeg().toBuffer();
    const comment = Buffer.from('\xff\xfe\0\x1b<script>alert(1)</script>', 'latin1');
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from('PK\x03\x04<html>')]);
    const { path: file } = await convert(polyglot, rule({}));
    const made = await readFile(file, 'latin1');
    expect(made).not.toContain('<script>');
    expect(made).not.toContain('PK\x03\x04');
  });

  it('are its colours, tagged as sRGB', async () => {
    const inP3 = await plain(20, 10, '#c83232').withIccProfile('p3').png().toBuffer();
    expect(await pixel(sharp(inP3, { ignoreIcc: true }), 5, 5)).not.toEqual(near([200, 50, 50]));
    const in16Bits = await plain(20, 10, '#c83232').toColourspace('rgb16').png().toBuffer();
    for (const bytes of [inP3, in16Bits]) {
      const { image } = await convert(bytes, rule({ default: 'png' }));
      const { depth, channels, space } = await image.metadata();
      expect({ depth, channels, space }).toEqual({ depth: 'uchar', channels: 3, space: 'srgb' });
      expect(await pixel(image, 5, 5)).toEqual(near([200, 50, 50]));
    }
  });

  it('are its colours, also those of a printer (CMYK)', async () => {
    const bytes = await plain(20, 10, '#c83232').toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const { image } = await convert(bytes, rule({}));
    const [red = 0, green = 0, blue = 0] = await pixel(image, 5, 5);
    // Inks make fewer colours than lights.
    expect(Math.max(Math.abs(red - 200), Math.abs(green - 50), Math.abs(blue - 50))).toBeLessThan(25);
  });

  it('what can be seen through is white in a JPEG, and stays so in a PNG', async () => {
    const clear = plain(20, 10, 'rgba(255, 0, 0, 0)').png();
    expect(await pixel((await convert(clear, rule({ default: 'jpeg' }))).image, 5, 5)).toEqual([255, 255, 255]);
    expect((await pixel((await convert(clear, rule({}))).image, 5, 5))[3]).toBe(0);
  });
});

describe('the size of a converted image', () => {
  it('keeps the greatest width and height, and the shape', async () => {
    const sizeOf = async (width: number, height: number, conversion: Partial<ImageConversion>) => {
      const made = await convert(plain(width, height, 'red').png(), rule(conversion));
      return [made.width, made.height];
    };
    expect(await sizeOf(3000, 1500, { maxWidth: 1000 })).toEqual([1000, 500]);
    expect(await sizeOf(900, 3000, { maxWidth: 1000 })).toEqual([900, 3000]);
    expect(await sizeOf(1000, 4000, { maxWidth: 2000, maxHeight: 2000 })).toEqual([500, 2000]);
    expect(await sizeOf(70_000, 20, { default: 'jpeg' })).toEqual([65_500, 19]);
  });

  it('the limits are those of the image as it is shown', async () => {
    const turned = plain(3000, 1500, 'red').withMetadata({ orientation: 8 }).jpeg();
    const { width, height } = await convert(turned, rule({ maxWidth: 1000 }));
    expect([width, height]).toEqual([1000, 2000]);
  });

  it('is never enlarged', async () => {
    const { width, height } = await convert(plain(30, 20, 'red').png(), rule({ maxWidth: 1000, maxHeight: 1000 }));
    expect([width, height]).toEqual([30, 20]);
  });

  it('in bytes: the quality is lowered first, then the size, until it fits', async () => {
    const bytes = await noise(600, 400).jpeg({ quality: 95 }).toBuffer();
    const whole = await convert(bytes, rule({ default: 'jpeg' }));
    const worse = await convert(bytes, rule({ default: 'jpeg', maxBytes: Math.floor(whole.bytes * 0.7) }));
    expect(worse.bytes).toBeLessThanOrEqual(whole.bytes * 0.7);
    expect([worse.width, worse.height]).toEqual([600, 400]);
    const smaller = await convert(bytes, rule({ default: 'jpeg', maxBytes: Math.floor(whole.bytes * 0.2) }));
    expect(smaller.bytes).toBeLessThanOrEqual(whole.bytes * 0.2);
    expect(smaller.width).toBeLessThan(600);
    expect(smaller.width / smaller.height).toBeCloseTo(1.5, 1);
    // Not far smaller than it has to be.
    expect(smaller.bytes).toBeGreaterThan(whole.bytes * 0.1);
  });

  it('in bytes: a PNG, which has no quality, gets smaller', async () => {
    const { bytes, width } = await convert(noise(600, 400).png(), rule({ default: 'png', maxBytes: 100_000 }));
    expect(bytes).toBeLessThanOrEqual(100_000);
    expect(width).toBeLessThan(600);
  });

  it('an image that is made anew does not outgrow what the platform takes', async () => {
    const bytes = await noise(600, 400).jpeg({ quality: 40 }).toBuffer();
    expect((await convert(bytes, rule({}, bytes.length))).bytes).toBeLessThanOrEqual(bytes.length);
  });

  it('a limit that nothing can keep is reported', async () => {
    const running = convert(noise(30, 20).png(), rule({ default: 'jpeg', maxBytes: 10 }));
    await expect(running).rejects.toEqual(new MediaRefused('The image does not fit into 10 bytes'));
  });
});

describe('the rules of the platforms', () => {
  const takers = Object.entries(platformRules).flatMap(([key, { media }]) =>
    media.image ? [[key, media.image] as const] : [],
  );
  let photo: Buffer;
  beforeAll(async () => {
    photo = await noise(2600, 1800).jpeg({ quality: 95 }).toBuffer();
  });

  it.each(takers)('%s gets no more than it takes', async (_, image) => {
    const { maxBytes, maxSide = Number.POSITIVE_INFINITY, conversion } = image;
    const made = await convert(photo, image);
    expect(made.bytes).toBeLessThanOrEqual(Math.min(maxBytes, conversion.maxBytes ?? maxBytes));
    expect(made.width).toBeLessThanOrEqual(Math.min(maxSide, conversion.maxWidth ?? 2600));
    expect(made.height).toBeLessThanOrEqual(Math.min(maxSide, conversion.maxHeight ?? 1800));
  });

  const madeFor = async (key: keyof typeof platformRules, bytes: Buffer) => {
    const { image } = platformRules[key].media;
    if (!image) throw new Error('It does not accept images');
    const made = await convertImage(sourceOf(bytes), image, folder);
    return made && `${made.mimeType} ${made.width} x ${made.height}`;
  };

  it('convert as the contract says', async () => {
    const webp = await plain(3000, 1500, 'red').webp().toBuffer();
    const gif = await (await animation(300, 150)).gif().toBuffer();
    expect(await madeFor('microblog', webp)).toBe('image/png 1000 x 500');
    expect(await madeFor('microblog', gif)).toBe('image/png 300 x 150');
    expect(await madeFor('skyfeed', webp)).toBe('image/jpeg 2000 x 1000');
    expect(await madeFor('skyfeed', gif)).toBe('image/jpeg 300 x 150');
    expect(await madeFor('network', webp)).toBe('image/jpeg 3000 x 1500');
    expect(await madeFor('network', gif)).toBeNull();
    expect(await madeFor('messenger', webp)).toBe('image/jpeg 3000 x 1500');
  });
});

describe('what cannot be converted', () => {
  it.each([
    ['a video', fixture('clip.mov'), 'The file is a MOV video, not an image'],
    ['an SVG', Buffer.from('<svg/>'), 'The file is an SVG image, which no platform accepts'],
    ['an image that is cut off', Buffer.from('GIF89a'), 'The file is a GIF image that is damaged or truncated'],
    [
      'a BMP that is cut off',
      fixture('picture.bmp').subarray(0, 2000),
      'The file is a BMP image that is damaged or truncated',
    ],
    ['a BMP without pixels', Buffer.from('BM12345678'), 'The file is of an unknown format'],
  ])('%s is refused', async (_, bytes, reason) => {
    await expect(convertImage(sourceOf(bytes), rule({ default: 'jpeg' }), folder)).rejects.toEqual(
      new MediaRefused(reason),
    );
  });

  it('a full or missing disk is not the fault of the file', async () => {
    const png = await plain(20, 10, 'red').png().toBuffer();
    const running = convertImage(sourceOf(png), rule({}), path.join(folder, 'missing'));
    await expect(running).rejects.toThrow('missing');
    await expect(running).rejects.not.toBeInstanceOf(MediaRefused);
  });
});
