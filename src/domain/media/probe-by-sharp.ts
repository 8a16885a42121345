import { decoder, failureOf, readImage } from './image-library.js';
import type { ByteSource, ImageFacts } from './media-file.js';

/** Reads and decodes an image completely, to verify that it is not truncated. Runs in a media process. */
export async function probeBySharp(
  { is, size }: { is: string; size: number },
  read: ByteSource['read'],
): Promise<ImageFacts> {
  const image = await readImage(is, { size, read });
  await decoder(image)
    .resize(16, 16, { fit: 'fill' })
    .raw()
    .toBuffer()
    .catch((error) => {
      throw failureOf(is, error);
    });
  const { width, height, frames, frameCount, seconds: duration } = image;
  const moving = duration === undefined ? {} : { duration, frameRate: frames / duration };
  return { width, height, aspectRatio: width / height, ...moving, ...(frameCount > 1 && { frames: frameCount }) };
}
