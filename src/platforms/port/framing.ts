/** Which part of an image a platform receives, as its author chooses it. */
import { areaOf, type Crop, type Point } from './area.js';
import type { PlatformKey } from './platform.js';

export interface Framing {
  /** Null: all platforms without a framing for them. */
  platform: PlatformKey | null;
  /** The area that is sent; null: the whole image. */
  crop: Crop | null;
  /** What stays visible if a platform's aspect ratio requires a cut; null: the centre. */
  focus: Point | null;
}

/** Pixels of each side that a crop leaves at least. */
export const MIN_CROPPED_SIDE = 16;

/** The framing of an image on a platform: the one for it, else the one for all. */
export const framingFor = (framings: readonly Framing[], platform: string): Framing | null =>
  framings.find((one) => one.platform === platform) ?? framings.find((one) => one.platform === null) ?? null;

/** A file as far as framing is concerned; nothing is found about what is null. */
interface Framed {
  kind: 'image' | 'video';
  format: string;
  width: number | null;
  height: number | null;
  /** Of its animation, or pages, if there are several. */
  frames: number | null;
}

/** Why a file cannot be framed like this; null if it can. The first page of a TIFF is a still image. */
export function whyNotFramed(
  { kind, format, width, height, frames }: Framed,
  { crop }: Pick<Framing, 'crop'>,
): string | null {
  if (kind === 'video') return 'a video cannot be cropped and has no focus';
  if ((frames ?? 1) > 1 && format !== 'tiff') return 'an animated image cannot be cropped and has no focus';
  if (!crop || width === null || height === null) return null;
  const area = areaOf({ width, height }, crop);
  if (Math.min(area.width, area.height) >= MIN_CROPPED_SIDE) return null;
  return `the crop leaves ${area.width}x${area.height} pixels, fewer than ${MIN_CROPPED_SIDE}x${MIN_CROPPED_SIDE}`;
}
