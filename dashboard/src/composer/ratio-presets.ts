import limited from 'virtual:image-ratios';
import type { Platform } from '../parts/platform.js';
import type { Settings } from './compose.operations.js';
import { nameOfRatio, RATIOS } from './file-issues.js';

export interface Preset {
  name: string;
  ratio: number;
}

type Range = { min: number; max: number };

/** The ratios of images that a platform takes with these settings; null: all. */
function rangeOf(platform: Platform, settings: Settings): Range | null {
  const key = platform.toLowerCase();
  const ranges = limited.find((one) => one.platform === key)?.ranges ?? [];
  const own = settings[key] ?? {};
  return ranges.find(({ setting, value }) => setting === null || own[setting] === value)?.range ?? null;
}

const KNOWN = RATIOS.map(({ ratio }) => ratio);
const [NARROWEST, WIDEST] = [Math.min(...KNOWN), Math.max(...KNOWN)];

/**
 * The ratios to choose from: the usual ones that all of the platforms take, and the ends of what they take. Without one that
 * all take: those that any of them takes.
 */
export function presetsFor(platforms: readonly Platform[], settings: Settings): Preset[] {
  const ranges = platforms.flatMap((platform) => rangeOf(platform, settings) ?? []);
  const ends = ranges.flatMap(({ min, max }) => [min, max]).filter((end) => end > NARROWEST && end < WIDEST);
  const all = new Map([...KNOWN, ...ends].map((ratio) => [nameOfRatio(ratio), ratio]));
  const presets = [...all].map(([name, ratio]) => ({ name, ratio })).sort((one, other) => one.ratio - other.ratio);
  const isIn =
    ({ ratio }: Preset) =>
    (range: Range) =>
      ratio >= range.min && ratio <= range.max;
  const common = presets.filter((preset) => ranges.every(isIn(preset)));
  return common.length > 0 ? common : presets.filter((preset) => ranges.some(isIn(preset)));
}
