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

/** The parts that a content becomes under a platform's rules. */
export function previewParts(content: string, rules: PlatformRules): PreviewPart[] {
  const { max: limit, count } = rules.text;
  return splitContent(content, rules).map((part) => {
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
