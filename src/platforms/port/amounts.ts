/** Amounts as messages write them (docs/contract/validation.md, "Messages"). */
import { GB, MB } from '../../platforms/port/rules.js';

export const inBytes = (bytes: number): string =>
  bytes < GB ? `${(bytes / MB).toFixed(1)}MB` : `${(bytes / GB).toFixed(1)}GB`;

/** Whole seconds. */
export function inMinutes(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}h ` : ''}${minutes}m ${seconds % 60}s`;
}

export const inRatio = (ratio: number): string => `${Number(ratio.toFixed(2))}:1`;

/** A rate that just misses a limit does not look like it. */
export const inFrameRate = (framesPerSecond: number): string => `${Number(framesPerSecond.toFixed(3))} fps`;
