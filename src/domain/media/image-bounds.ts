/** Dimensions of images within the bounds of a platform. */
import { type Area, areaOf, type Size } from '../../platforms/port/area.js';
import type { Frame, ImageBounds } from './converted-image.js';

/** Maximum side length of the JPEG encoder. */
const MAX_SIDE = 65_500;

/** The largest area of a crop that has an allowed ratio of width to height: around the focus as far as the crop allows. */
export function cropped(
  { width, height }: Size,
  { min = 0, max = Number.POSITIVE_INFINITY }: NonNullable<ImageBounds['aspectRatio']> = { min: 0, max: Infinity },
  { crop, focus }: Frame = {},
): Area {
  const area = areaOf({ width, height }, crop);
  const size = inRatio({ width: area.width, height: area.height }, min, max);
  return {
    ...size,
    left: area.left + cutBefore(area.width, size.width, focus && focus.x * width - area.left),
    top: area.top + cutBefore(area.height, size.height, focus && focus.y * height - area.top),
  };
}

/** What is cut off before a shorter side: around the centre, or a pixel. */
const cutBefore = (whole: number, kept: number, around: number | null | undefined): number =>
  around == null ? Math.floor((whole - kept) / 2) : Math.min(whole - kept, Math.max(0, Math.round(around - kept / 2)));

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
