import type { CheckedFile } from '../../../platforms/port/finding.js';
import { type Framing, framingFor } from '../../../platforms/port/framing.js';
import type { FileFormat } from '../../../platforms/port/rules.js';

/** A file of a post, as far as it is known. */
export interface MediaFacts {
  /** Absent: it is fetched once the post is stored. */
  id?: string;
  /** Sanitized. */
  name?: string;
  type: 'image' | 'video';
  /** Why its bytes are not in storage, as a sentence; null or absent: they are. */
  missing?: string | null;
  /** Why it cannot be published on any platform. */
  problem: string | null;
  metadata: {
    /** `unknown`: not yet inspected. */
    format: string;
    /** Bytes. */
    size: number | null;
    width: number | null;
    height: number | null;
    /** Frames per second. */
    frameRate: number | null;
    /** Seconds. */
    duration: number | null;
    codecName?: string | null;
    /** How a video stores its colours, such as `yuv420p`. */
    pixelFormat?: string | null;
    /** Frames of an animated image, or pages, if there are several. */
    frames?: number | null;
  };
  /** Alternative text. */
  altText?: string | null;
  /** How it is cropped, and where its focus is. */
  framings?: readonly Framing[];
}

/** A file as it is compared with the rules of a platform. */
export const checkedFile = (
  { type: kind, missing = null, problem, metadata, altText = null, framings = [] }: MediaFacts,
  platform: string,
): CheckedFile => {
  const { format, size: bytes, duration: seconds, codecName: codec = null, ...others } = metadata;
  const { width, height, frameRate, pixelFormat = null, frames = null } = others;
  const known = { bytes, width, height, seconds, frames, frameRate, codec, pixelFormat };
  const framing = framingFor(framings, platform);
  return { kind, missing, problem, format: format as FileFormat, ...known, altText, framing, isSent: false };
};
