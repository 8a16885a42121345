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

/** What a new file is to be. */
export interface ImageTarget extends ImageBounds {
  format: Exclude<ImageFormat, 'bmp' | 'avif'>;
  maxBytes: number;
  /** The first frame of an animation. */
  isStill?: true;
  /** No file is made of an image that is within the bounds, and has no more than these bytes. */
  onlyOutOfBounds?: true;
}
