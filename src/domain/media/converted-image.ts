import type { ImageFormat } from '../../platforms/port/rules.js';

export interface ConvertedImage {
  path: string;
  mimeType: string;
  width: number;
  height: number;
  bytes: number;
}

/** What a new file is to be. */
export interface ImageTarget {
  format: Exclude<ImageFormat, 'gif' | 'bmp'>;
  maxBytes: number;
  maxWidth?: number;
  maxHeight?: number;
}
