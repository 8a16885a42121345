import { writeFile } from 'node:fs/promises';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import type { Size } from '../../platforms/port/area.js';
import type { ConvertedImage, ImageTarget } from './converted-image.js';
import { cropped, fitted, isWithin } from './image-bounds.js';
import { decoder, failureOf, type ImageFile, readImage } from './image-library.js';
import type { ByteSource } from './media-file.js';
import { MediaRefused } from './media-refused.js';

const BEST_QUALITY = 90;
/** The lowest acceptable JPEG quality; below it, reducing the size looks better. */
const LOWER_QUALITIES = [80, 70, 60];
const LOWEST_QUALITY = 60;

const ENCODERS: Record<ImageTarget['format'], (image: Sharp, quality: number) => Sharp> = {
  jpeg: (image, quality) => image.jpeg({ quality }),
  webp: (image, quality) => image.webp({ quality }),
  png: (image) => image.png(),
  tiff: (image) => image.tiff({ compression: 'deflate' }),
  gif: (image) => image.gif(),
};
const LOSSY: readonly string[] = ['jpeg', 'webp'];

/**
 * Makes the target from the pixels of an image and from nothing else: orientation is applied, colours are sRGB, and
 * there is no metadata. An image is cropped first, as its author chose and around its focus or centre to the bounds,
 * then scaled down. Null if there is nothing to do. Runs in a media process.
 */
export async function convertImage(
  { is, size, target, file }: { is: string; size: number; target: ImageTarget; file: string },
  read: ByteSource['read'],
): Promise<Pick<ConvertedImage, 'width' | 'height' | 'bytes'> | null> {
  const image = await readImage(is, { size, read });
  if (target.onlyOutOfBounds && size <= target.maxBytes && isWithin(image, target)) return null;
  const isAnimated = !target.isStill && image.frames > 1 && (target.format === 'webp' || target.format === 'gif');
  const made = isAnimated
    ? await convertAnimation(is, image, target, file)
    : ((await encodeAtOnce(is, image, target, file)) ??
      (await encodeToFit(await decode(is, image, target), target, file)));
  const { width, height, pageHeight = height, size: bytes } = made;
  return { width, height: pageHeight, bytes };
}

/**
 * The used area of an image, scaled down. Never enlarges an image. It is scaled before it is cropped: so a JPEG is scaled
 * down while it is decoded. A crop of its author comes first: nothing beyond it is mixed into its edges.
 */
function shaped(image: Sharp, size: Size, target: ImageTarget, scale = 1): Sharp {
  const middle = cropped(size, target.aspectRatio, target);
  const { width, height } = fitted({ width: middle.width * scale, height: middle.height * scale }, target);
  if (target.crop) return image.extract(middle).resize({ width, height, fit: 'fill' });
  const whole = {
    width: Math.max(width, Math.round((size.width * width) / middle.width)),
    height: Math.max(height, Math.round((size.height * height) / middle.height)),
  };
  const left = target.focus
    ? scaled(middle.left, whole.width / size.width, whole.width - width)
    : Math.floor((whole.width - width) / 2);
  const top = target.focus
    ? scaled(middle.top, whole.height / size.height, whole.height - height)
    : Math.floor((whole.height - height) / 2);
  return image.resize({ ...whole, fit: 'fill' }).extract({ left, top, width, height });
}

const scaled = (at: number, scale: number, max: number): number => Math.min(max, Math.round(at * scale));

/** Decodes the file again for every attempt, to limit memory. */
async function convertAnimation(is: string, image: ImageFile, target: ImageTarget, file: string): Promise<OutputInfo> {
  const encode = async (scale: number) => {
    const frames = shaped(decoder(image, true), image, target, scale);
    const made = await ENCODERS[target.format](frames, scale === 1 ? BEST_QUALITY : LOWEST_QUALITY)
      .toBuffer({ resolveWithObject: true })
      .catch((error) => {
        throw failureOf(is, error);
      });
    return { made, size: made.info.size, width: made.info.width, height: made.info.pageHeight ?? made.info.height };
  };
  const { made } = await reduce(await encode(1), encode, target.maxBytes);
  await writeFile(file, made.data);
  return made.info;
}

/** As it is to be seen in the target. */
function shown(image: ImageFile, target: ImageTarget): Sharp {
  const made = shaped(decoder(image).autoOrient(), image, target).toColourspace('srgb');
  return target.format === 'jpeg' ? made.flatten({ background: 'white' }) : made;
}

interface Made {
  data: Buffer;
  info: OutputInfo;
}

const make = (is: string, image: Sharp): Promise<Made> =>
  image.toBuffer({ resolveWithObject: true }).catch((error) => {
    throw failureOf(is, error);
  });

/**
 * Encodes an image while it is decoded, which takes a fifth less of a small one; null if it might not fit: a lossy format
 * needs less than a byte for each pixel at its best quality, save for noise.
 */
async function encodeAtOnce(is: string, image: ImageFile, target: ImageTarget, file: string) {
  const { width, height } = fitted(cropped(image, target.aspectRatio, target), target);
  if (!LOSSY.includes(target.format) || width * height > target.maxBytes) return null;
  const { data, info } = await make(is, ENCODERS[target.format](shown(image, target), BEST_QUALITY));
  if (data.length > target.maxBytes) return null;
  await writeFile(file, data);
  return info;
}

/** Decoding is the most expensive step, so it is done once for all encoding attempts. */
const decode = (is: string, image: ImageFile, target: ImageTarget): Promise<Made> =>
  make(is, shown(image, target).raw({ depth: 'uchar' }));

/** The quality is lowered first, then the size, until the file fits. */
async function encodeToFit({ data, info }: Made, target: ImageTarget, file: string) {
  const { width, height, channels } = info;
  const { format, maxBytes } = target;
  const encode = (scale: number, quality = LOWEST_QUALITY) => {
    const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
    const size = fitted({ width: width * scale, height: height * scale }, target);
    return ENCODERS[format](image.resize({ ...size, fit: 'fill' }), quality).toFile(file);
  };
  let made = await encode(1, BEST_QUALITY);
  for (const quality of LOSSY.includes(format) ? LOWER_QUALITIES : []) {
    if (made.size > maxBytes) made = await encode(1, quality);
  }
  return reduce(made, encode, maxBytes);
}

/** Encodes ever smaller images until the file fits. */
async function reduce<T extends Size & { size: number }>(
  first: T,
  encode: (scale: number) => Promise<T>,
  maxBytes: number,
): Promise<T> {
  let made = first;
  for (let scale = 1; made.size > maxBytes; made = await encode(scale)) {
    if (made.width === 1 && made.height === 1) throw new MediaRefused(`The image does not fit into ${maxBytes} bytes`);
    // The file size is roughly proportional to the area.
    scale *= Math.min(0.9, Math.sqrt(maxBytes / made.size));
  }
  return made;
}
