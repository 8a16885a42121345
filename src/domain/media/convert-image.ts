import { writeFile } from 'node:fs/promises';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import type { ConvertedImage, ImageTarget } from './converted-image.js';
import { decoder, type ImageFile, readImage } from './image-library.js';
import type { ByteSource } from './media-file.js';
import { damaged, MediaRefused } from './media-refused.js';

const BEST_QUALITY = 90;
/** The lowest acceptable JPEG quality; below it, reducing the size looks better. */
const LOWER_QUALITIES = [80, 70, 60];
const LOWEST_QUALITY = 60;

const ENCODERS: Record<ImageTarget['format'], (image: Sharp, quality: number) => Sharp> = {
  jpeg: (image, quality) => image.jpeg({ quality }),
  webp: (image, quality) => image.webp({ quality }),
  png: (image) => image.png(),
  tiff: (image) => image.tiff({ compression: 'deflate' }),
};
const LOSSY: readonly string[] = ['jpeg', 'webp'];

/**
 * Makes the target from the pixels of an image and from nothing else: orientation is applied, colours are sRGB, and
 * there is no metadata. Runs in a media process.
 */
export async function convertImage(
  { is, size, target, file }: { is: string; size: number; target: ImageTarget; file: string },
  read: ByteSource['read'],
): Promise<Pick<ConvertedImage, 'width' | 'height' | 'bytes'>> {
  const image = await readImage(is, { size, read });
  const isAnimated = image.frames > 1 && target.format === 'webp';
  const made = isAnimated
    ? await convertAnimation(is, image, target, file)
    : await encodeToFit(await decode(is, image, target), target, file);
  const { width, height, pageHeight = height, size: bytes } = made;
  return { width, height: pageHeight, bytes };
}

/** Maximum side length of the JPEG encoder. */
const MAX_SIDE = 65_500;

/** Never enlarges an image. */
const shrink = (image: Sharp, { maxWidth = MAX_SIDE, maxHeight = MAX_SIDE }: ImageTarget): Sharp =>
  image.resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true });

/** Animations are processed frame by frame to limit memory: so there is a single attempt, which may not fit. */
async function convertAnimation(is: string, image: ImageFile, target: ImageTarget, file: string): Promise<OutputInfo> {
  const { data, info } = await shrink(decoder(image, true), target)
    .webp({ quality: BEST_QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged(is);
    });
  await writeFile(file, data);
  return info;
}

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/** Decoding is the most expensive step, so it is done once for all encoding attempts. */
async function decode(is: string, image: ImageFile, target: ImageTarget): Promise<Pixels> {
  const shown = shrink(decoder(image).autoOrient(), target).toColourspace('srgb');
  if (target.format === 'jpeg') shown.flatten({ background: 'white' });
  return shown
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged(is);
    });
}

/** The quality is lowered first, then the size, until the file fits. */
async function encodeToFit({ data, info }: Pixels, { format, maxBytes }: ImageTarget, file: string) {
  const { width, height, channels } = info;
  const encode = (scale: number, quality: number) => {
    const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
    const [w, h] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
    return ENCODERS[format](image.resize(w, h, { fit: 'fill' }), quality).toFile(file);
  };
  let made = await encode(1, BEST_QUALITY);
  for (const quality of LOSSY.includes(format) ? LOWER_QUALITIES : []) {
    if (made.size > maxBytes) made = await encode(1, quality);
  }
  for (let scale = 1; made.size > maxBytes; made = await encode(scale, LOWEST_QUALITY)) {
    if (made.width === 1 && made.height === 1) throw new MediaRefused(`The image does not fit into ${maxBytes} bytes`);
    // The file size is roughly proportional to the area.
    scale *= Math.min(0.9, Math.sqrt(maxBytes / made.size));
  }
  return made;
}
