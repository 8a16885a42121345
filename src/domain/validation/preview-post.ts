import type { PlatformKey } from '../../platforms/port/platform.js';
import type { PlatformRules } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import { platformRules } from '../../platforms/rules-registry.js';
import { type Part, splitContent } from '../publishing/split-content.js';

/** A part as it will go out, and how much room it takes. */
export interface PreviewPart extends Part {
  limit: number;
  exceedsLimit: boolean;
}

/** The parts that a content becomes under a platform's rules. */
export function previewParts(content: MeasuredText, rules: PlatformRules): PreviewPart[] {
  const { max: limit } = rules.text;
  return splitContent(content, rules).map((part) => ({ ...part, limit, exceedsLimit: part.length > limit }));
}

export interface PlatformPreview {
  platform: PlatformKey;
  parts: PreviewPart[];
}

/** What would be published: each platform once, in the order in which they are given. */
export function previewPost(content: string, platforms: readonly PlatformKey[]): PlatformPreview[] {
  const measured = new MeasuredText(content);
  return [...new Set(platforms)].map((platform) => ({
    platform,
    parts: previewParts(measured, platformRules[platform]),
  }));
}
