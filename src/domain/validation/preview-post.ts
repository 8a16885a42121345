import type { PlatformKey } from '../../platforms/port/platform.js';
import type { PlatformRules } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import { platformRules } from '../../platforms/rules-registry.js';
import { type Part, splitContent } from '../publishing/split-content.js';

/** A part as it will be published, with its length. */
export interface PreviewPart extends Part {
  limit: number;
  exceedsLimit: boolean;
}

/** Splits content into parts by a platform's rules. */
export function previewParts(content: MeasuredText, rules: PlatformRules): PreviewPart[] {
  const { max: limit } = rules.text;
  return splitContent(content, rules).map((part) => ({ ...part, limit, exceedsLimit: part.length > limit }));
}

export interface PlatformPreview {
  platform: PlatformKey;
  parts: PreviewPart[];
}

/** The preview of each distinct platform, in the given order. */
export function previewPost(content: string, platforms: readonly PlatformKey[]): PlatformPreview[] {
  const measured = new MeasuredText(content);
  return [...new Set(platforms)].map((platform) => ({
    platform,
    parts: previewParts(measured, platformRules[platform]),
  }));
}
