/** How an image is cropped, and where its focus is. Numbers are fractions of the image, from its top left corner. */
import type { Platform } from '../parts/platform.js';

export interface Point {
  x: number;
  y: number;
}

export interface Crop extends Point {
  width: number;
  height: number;
}

export interface Framing {
  /** Null: all platforms without their own. */
  platform: Platform | null;
  /** Null: the whole image. */
  crop: Crop | null;
  /** Null: the centre. */
  focus: Point | null;
}

export const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };
export const CENTRE: Point = { x: 0.5, y: 0.5 };

/** A millionth, as the API stores it. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The API's fields and no others. */
export const toFraming = ({ platform, crop, focus }: Framing): Framing => ({
  platform,
  crop: crop && {
    x: rounded(crop.x),
    y: rounded(crop.y),
    width: rounded(crop.width),
    height: rounded(crop.height),
  },
  focus: focus && { x: rounded(focus.x), y: rounded(focus.y) },
});

/** For comparisons: in an order that does not depend on when a platform got its framing. */
export const printedFramings = (framings: readonly Framing[]): string[] =>
  framings.map((framing) => JSON.stringify(toFraming(framing))).sort();

export const framingFor = (framings: readonly Framing[], platform: Platform | null): Framing | undefined =>
  framings.find((one) => one.platform === platform);

const isWhole = ({ width, height }: Crop): boolean => width > 0.9999 && height > 0.9999;
const isCentre = ({ x, y }: Point): boolean => x === CENTRE.x && y === CENTRE.y;

/** The framings with another one for its platform. What says nothing is left out. */
export function withFraming(framings: readonly Framing[], { platform, ...framing }: Framing): Framing[] {
  const others = framings.filter((one) => one.platform !== platform);
  const crop = framing.crop && !isWhole(framing.crop) ? framing.crop : null;
  const focus = framing.focus && !isCentre(framing.focus) ? framing.focus : null;
  // For a platform, the whole image differs from the framing for all.
  const saysNothing = !crop && !focus && !(platform !== null && framingFor(others, null) && framing.crop);
  return saysNothing ? others : [...others, toFraming({ platform, crop: crop ?? framing.crop, focus })];
}

/** The largest crop around the centre. `shape`: its width divided by its height, both as fractions. */
export const centred = (shape: number): Crop => {
  const [width, height] = [Math.min(1, shape), Math.min(1, 1 / shape)];
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
};

const within = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

export const movedPoint = ({ x, y }: Point, by: Point): Point => ({
  x: within(x + by.x, 0, 1),
  y: within(y + by.y, 0, 1),
});

export const moved = (crop: Crop, by: Point): Crop => ({
  ...crop,
  x: within(crop.x + by.x, 0, 1 - crop.width),
  y: within(crop.y + by.y, 0, 1 - crop.height),
});

/** The shortest side of a crop. */
const LEAST = 0.02;

/** From the top left corner, which stays. With a shape, the longer change leads and the other side follows. */
export function resized(crop: Crop, by: Point, shape: number | null): Crop {
  const { x, y } = crop;
  if (shape === null) {
    return {
      ...crop,
      width: within(crop.width + by.x, LEAST, 1 - x),
      height: within(crop.height + by.y, LEAST, 1 - y),
    };
  }
  const change = Math.abs(by.x) >= Math.abs(by.y * shape) ? by.x : by.y * shape;
  const width = within(crop.width + change, LEAST * Math.max(1, shape), Math.min(1 - x, (1 - y) * shape));
  return { ...crop, width, height: width / shape };
}
