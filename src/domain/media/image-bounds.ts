/** Dimensions of images within the bounds of a platform. */
import type { ImageBounds } from './converted-image.js';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Maximum side length of the JPEG encoder. */
const MAX_SIDE = 65_500;

/** The largest area around the centre that has an allowed ratio of width to height. */
export function cropped(
  { width, height }: Size,
  { min = 0, max = Number.POSITIVE_INFINITY }: NonNullable<ImageBounds['aspectRatio']> = { min: 0, max: Infinity },
): Size & { left: number; top: number } {
  const size = inRatio({ width, height }, min, max);
  return { ...size, left: Math.floor((width - size.width) / 2), top: Math.floor((height - size.height) / 2) };
}

/** The largest size of about the same shape within the bounds, in whole pixels. */
export function fitted({ width, height }: Size, bounds: ImageBounds): Size {
  const { maxSide = MAX_SIDE, maxWidth = maxSide, maxHeight = maxSide, aspectRatio } = bounds;
  const { maxSum = Number.POSITIVE_INFINITY, maxPixels = Number.POSITIVE_INFINITY } = bounds;
  const scale = Math.min(
    1,
    Math.min(maxSide, maxWidth) / width,
    Math.min(maxSide, maxHeight) / height,
    maxSum / (width + height),
    Math.sqrt(maxPixels / (width * height)),
  );
  const whole = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  // Rounding may exceed a limit by a pixel.
  const size = isBelow(whole, maxSum, maxPixels)
    ? whole
    : { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
  return aspectRatio ? inRatio(size, aspectRatio.min, aspectRatio.max) : size;
}

const isBelow = ({ width, height }: Size, maxSum: number, maxPixels: number): boolean =>
  width + height <= maxSum && width * height <= maxPixels;

export function isWithin({ width, height }: Size, bounds: ImageBounds): boolean {
  const size = fitted(cropped({ width, height }, bounds.aspectRatio), bounds);
  return size.width === width && size.height === height;
}

/** Less of the longer side, at least a pixel. */
function inRatio({ width, height }: Size, min: number, max: number): Size {
  return {
    width: width > height * max ? Math.max(1, Math.floor(height * max)) : width,
    height: width < height * min ? Math.max(1, Math.floor(width / min)) : height,
  };
}
