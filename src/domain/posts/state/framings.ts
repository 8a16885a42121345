/** How the images of a post are cropped, and where their focus is, as callers write it. */
import { AppError } from '../../../foundation/errors/app-error.js';
import { within } from '../../../foundation/errors/within.js';
import type { Crop, Point } from '../../../platforms/port/area.js';
import { type Framing, whyNotFramed } from '../../../platforms/port/framing.js';
import { PLATFORM_KEYS, type PlatformKey } from '../../../platforms/port/platform.js';
import type { MediaFacts } from './media-facts.js';
import { MAX_FILES } from './post-bounds.js';

/** A framing as a caller writes it. */
export interface FramingInput {
  platform?: PlatformKey | null;
  crop?: Crop | null;
  focus?: Point | null;
}

/** The framings of files that a group has, by their ids. */
export type FramingsOfFiles = readonly { mediaId: string; framings: readonly Framing[] }[];

const invalid = (reason: string): AppError => new AppError('FRAMING_INVALID', { reason });

/** One for each platform, and one for all others. */
const MAX_FRAMINGS = PLATFORM_KEYS.length + 1;

/** FRAMING_INVALID. Equal framings are equal lists: the one for all platforms is the first, then they are in the order of PLATFORM_KEYS. */
export function parseFramings(given: readonly FramingInput[]): Framing[] {
  if (given.length > MAX_FRAMINGS) throw invalid(`an image has at most ${MAX_FRAMINGS} framings`);
  const framings = given.map(parseFraming);
  const twice = framings.find(
    ({ platform }, index) => framings.findIndex((one) => one.platform === platform) !== index,
  );
  if (twice) throw invalid(`there are two framings for ${twice.platform ?? 'all platforms'}`);
  const rank = ({ platform }: Framing) => (platform === null ? -1 : PLATFORM_KEYS.indexOf(platform));
  return framings.sort((one, other) => rank(one) - rank(other));
}

function parseFraming({ platform = null, crop = null, focus = null }: FramingInput): Framing {
  if (!crop && !focus) throw invalid('a framing has a crop, a focus, or both');
  return { platform, crop: crop && parseCrop(crop), focus: focus && parsePoint('focus', focus) };
}

function parseCrop(crop: Crop): Crop {
  const area = {
    ...parsePoint('crop', crop),
    width: fraction('crop.width', crop.width),
    height: fraction('crop.height', crop.height),
  };
  if (area.width === 0 || area.height === 0) throw invalid('the crop is empty');
  assertInside('crop.x + crop.width', area.x + area.width);
  assertInside('crop.y + crop.height', area.y + area.height);
  return area;
}

const parsePoint = (name: string, { x, y }: Point): Point => ({
  x: fraction(`${name}.x`, x),
  y: fraction(`${name}.y`, y),
});

/** A millionth: less than a pixel of any image. */
const PRECISION = 1e6;

function fraction(name: string, value: number): number {
  if (!(value >= 0 && value <= 1)) throw invalid(`${name} is ${value}, not a number from 0 to 1`);
  return Math.round(value * PRECISION) / PRECISION;
}

/** Sums of rounded fractions may exceed 1 by a rounding error. */
function assertInside(name: string, end: number): void {
  if (end > 1 + 2 / PRECISION) throw invalid(`the crop is outside of the image: ${name} is ${end}, more than 1`);
}

/** FRAMING_INVALID: too many files, one that is named twice. */
export function parseFramingsOfFiles(
  given: readonly { mediaId: string; framings: readonly FramingInput[] }[],
): FramingsOfFiles {
  if (given.length > MAX_FILES) throw invalid(`at most ${MAX_FILES} files are framed at a time`);
  const ids = new Set(given.map(({ mediaId }) => mediaId));
  if (ids.size < given.length) throw invalid('a file is named twice');
  return given.map(({ mediaId, framings }, index) => ({
    mediaId,
    framings: within(`framings.${index}`, () => parseFramings(framings)),
  }));
}

/** FRAMING_INVALID for a file that is known to be a video or an animation, or too small for a crop. */
export function assertFramable(file: Pick<MediaFacts, 'type' | 'metadata'>, framings: readonly Framing[]): void {
  const { format, width, height, frames = null } = file.metadata;
  for (const framing of framings) {
    const reason = whyNotFramed({ kind: file.type, format, width, height, frames }, framing);
    if (reason !== null) throw invalid(reason);
  }
}
