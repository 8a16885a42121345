import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { commentOn } from '../../platforms/port/check-comment.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { type PlatformRules, rulesFor, settingsFor } from '../../platforms/port/rules.js';
import { exceededLimit, MeasuredText, partLength } from '../../platforms/port/text-length.js';
import { platformRules } from '../../platforms/rules-registry.js';
import { type Part, splitContent } from '../publishing/split-content.js';

/** A part as it will be published, with its length. */
export interface PreviewPart extends Part {
  limit: number;
  exceedsLimit: boolean;
}

export interface PlatformPreview {
  platform: PlatformKey;
  parts: PreviewPart[];
}

/** Splits content into parts by a platform's rules. */
export function previewParts(content: MeasuredText, rules: PlatformRules): PreviewPart[] {
  const { max: limit, maxBytes = Number.POSITIVE_INFINITY } = rules.text;
  const exceeds = ({ text, length }: Part) => length > limit || Buffer.byteLength(text) > maxBytes;
  return splitContent(content, rules).map((part) => ({ ...part, limit, exceedsLimit: exceeds(part) }));
}

/** A first comment as it will be sent, with its length. */
export interface PreviewComment {
  text: string;
  length: number;
  limit: number;
  exceedsLimit: boolean;
}

/** The first comment on a post; null where the platform takes none. */
export function previewComment(platform: PlatformKey, written: string, all: Settings): PreviewComment | null {
  const { rules } = settingsAndRules(platform, all);
  if (!rules.comment) return null;
  const text = commentOn(written, rules);
  const limit = rules.comment.text;
  const measured = new MeasuredText(text);
  const exceedsLimit = exceededLimit(measured, limit) !== null;
  return { text, length: partLength(measured, limit), limit: limit.max, exceedsLimit };
}

/** Settings by platform, complete or not. */
type Settings = Readonly<Record<string, unknown>>;

/** The settings and rules of a post on a platform. */
export function settingsAndRules(platform: PlatformKey, all: Settings) {
  const given = all[platform];
  const chosen: Settings = typeof given === 'object' && given !== null ? { ...given } : {};
  const settings = settingsFor(platformRules[platform], chosen, true);
  return { settings, rules: rulesFor(platformRules[platform], settings) };
}

/** How content is published on one platform. */
export function previewOn(platform: PlatformKey, content: MeasuredText, all: Settings = {}): PlatformPreview {
  const { rules } = settingsAndRules(platform, all);
  const shown = rules.media.withoutText ? new MeasuredText('') : content.on(rules.text);
  return { platform, parts: previewParts(shown, rules) };
}

/** The preview of each distinct platform, in the given order, one in a turn of the event loop. */
export async function previewPost(
  content: string,
  platforms: readonly PlatformKey[],
  cpuQueue: CpuQueue,
  settings: Settings = {},
): Promise<PlatformPreview[]> {
  const measured = new MeasuredText(content);
  const previews: PlatformPreview[] = [];
  for (const platform of new Set(platforms))
    previews.push(await cpuQueue(() => previewOn(platform, measured, settings)));
  return previews;
}
