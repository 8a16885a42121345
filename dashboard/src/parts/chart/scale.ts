/** Where the values of a chart are drawn. */

/** The parts between the lines of an axis, about. */
const PARTS = 4;
const STEPS = [1, 2, 5, 10];

/**
 * The values of an axis that has both numbers on it: equal steps of 1, 2 or 5, times a power of ten. Numbers of things
 * are whole: no step is below 1.
 */
export function ticksBetween(least: number, most: number): number[] {
  const rough = Math.max(1, (most - least) / PARTS);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** A function from one range to another, in proportion. */
export const scaleOf =
  ([from, to]: readonly [number, number], [begin, end]: readonly [number, number]) =>
  (value: number): number =>
    to === from ? begin : begin + ((value - from) / (to - from)) * (end - begin);

/** The indexes of `count` labels that fit beside each other if `fitting` do: in equal distances, from the first. */
export function shownLabels(count: number, fitting: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, fitting)));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}

interface At {
  x: number;
  /** Null: no value, and a gap in the line. */
  y: number | null;
}

/** The path of a line through points, as `d` of an SVG path. */
export function lineThrough(points: readonly At[]): string {
  let isOn = false;
  return points
    .map(({ x, y }) => {
      const command = isOn ? 'L' : 'M';
      isOn = y !== null;
      return y === null ? '' : `${command}${round(x)} ${round(y)}`;
    })
    .join('');
}

/** A tenth of a pixel is enough. */
const round = (value: number): number => Math.round(value * 10) / 10;
