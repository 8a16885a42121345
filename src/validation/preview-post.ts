import type { PlatformKey } from '../platforms/platform.js';
import type { PlatformRules } from '../platforms/rules.js';
import { platformRules } from '../platforms/rules-registry.js';
import { textLength } from '../platforms/text-length.js';
import { type Part, splitContent } from '../publishing/split-content.js';

/** A part as it will go out, and how much room it takes. */
export interface PreviewPart extends Part {
  /** In characters, as the platform counts them. */
  length: number;
  limit: number;
  isOver: boolean;
}

/** Past this, a text is over every limit, and splitting it would keep everybody else waiting. In UTF-16 units. */
const MOST_TO_SPLIT = 100_000;

/** The parts that a content becomes under a platform's rules. */
export function previewParts(content: string, rules: PlatformRules): PreviewPart[] {
  const { max: limit, count } = rules.text;
  const parts = content.length > MOST_TO_SPLIT ? [{ text: content, hasMedia: true }] : splitContent(content, rules);
  return parts.map((part) => {
    const length = textLength(part.text, count);
    return { ...part, length, limit, isOver: length > limit };
  });
}

export interface PlatformPreview {
  platform: PlatformKey;
  parts: PreviewPart[];
}

/** What would be published: each platform once, in the order in which they are given. */
export function previewPost(content: string, platforms: readonly PlatformKey[]): PlatformPreview[] {
  return [...new Set(platforms)].map((platform) => ({
    platform,
    parts: previewParts(content, platformRules[platform]),
  }));
}
