/** Where the values of a chart are drawn. */
import { formatCompact, formatNumber } from '../formats.js';

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

/** The indexes of the places, ascending, whose labels fit beside each other if they have a distance: from the first. */
export function shownLabels(places: readonly number[], distance: number): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return places.flatMap((place, index) => {
    if (place - last < distance) return [];
    last = place;
    return [index];
  });
}

const UNITS = [1e9, 1e6, 1e3];
/** With more digits, numbers in short are no shorter. */
const MOST_DIGITS = 2;

/** The labels of an axis: numbers in short, with as many digits as their step needs. */
export function axisLabels(ticks: readonly number[]): string[] {
  const [first = 0, second = first + 1] = ticks;
  const unit = UNITS.find((one) => (ticks.at(-1) ?? 0) >= one) ?? 1;
  const digits = Math.max(0, Math.ceil(Math.log10(unit / (second - first))));
  return ticks.map((tick) => (digits > MOST_DIGITS ? formatNumber(tick) : formatCompact(tick, digits)));
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
