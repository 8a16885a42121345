import type { Crop, Point } from '../../platforms/port/area.js';
import type { ImageFormat, ImageRules } from '../../platforms/port/rules.js';

export interface ConvertedImage {
  path: string;
  mimeType: string;
  width: number;
  height: number;
  bytes: number;
}

/** Limits of an image's dimensions. */
export interface ImageBounds extends Pick<ImageRules, 'maxSide' | 'maxSum' | 'maxPixels' | 'aspectRatio'> {
  maxWidth?: number;
  maxHeight?: number;
}

/** How an image is framed. Absent, or null: the whole image; its centre. */
export interface Frame {
  /** What is used of the image. */
  crop?: Crop | null;
  /** What stays visible if the aspect ratio requires a cut. */
  focus?: Point | null;
}

/** What a new file is to be. */
export interface ImageTarget extends ImageBounds, Frame {
  format: Exclude<ImageFormat, 'bmp' | 'avif'>;
  maxBytes: number;
  /** The first frame of an animation. */
  isStill?: true;
  /** No file is made of an image that is within the bounds, and has no more than these bytes. */
  onlyOutOfBounds?: true;
}
