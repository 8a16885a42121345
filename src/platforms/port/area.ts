/** Areas of images, in pixels and in fractions. Both are of the image as it is shown. */

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Fractions of the width and the height, from the top left corner. */
export interface Point {
  x: number;
  y: number;
}

export interface Crop extends Point, Size {}

/** Pixels, from the top left corner. */
export interface Area extends Size {
  left: number;
  top: number;
}

/** A crop in whole pixels, inside of the image. Its size does not depend on its position. */
export function areaOf({ width, height }: Size, crop: Crop | null | undefined): Area {
  if (!crop) return { left: 0, top: 0, width, height };
  const [ofWidth, ofHeight] = [pixels(crop.width, width), pixels(crop.height, height)];
  return {
    left: Math.min(Math.round(crop.x * width), width - ofWidth),
    top: Math.min(Math.round(crop.y * height), height - ofHeight),
    width: ofWidth,
    height: ofHeight,
  };
}

const pixels = (fraction: number, side: number): number => Math.min(side, Math.max(1, Math.round(fraction * side)));

/** Where the focus of an image is in an area of it. */
export const focusIn = ({ width, height }: Size, area: Area, { x, y }: Point): Point => ({
  x: Math.min(1, Math.max(0, (x * width - area.left) / area.width)),
  y: Math.min(1, Math.max(0, (y * height - area.top) / area.height)),
});
