import { checkMedia } from '../../platforms/port/check-media.js';
import type { Failure } from '../../platforms/port/failure.js';
import { failureOf } from '../../platforms/port/finding.js';
import { type PlatformRules, rulesFor } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import { checkedFile, type MediaFacts } from '../posts/state/media-facts.js';

/** A post's platform, with the post's settings for it. */
export interface MediaTarget {
  platform: string;
  rules: PlatformRules;
  settings: Readonly<Record<string, unknown>>;
}

/** Why a platform does not accept the files of a post; null if it does. */
export function refuseFiles({ platform, rules, settings }: MediaTarget, files: readonly MediaFacts[]): Failure | null {
  const post = { platform, rules: rulesFor(rules, settings), settings, content: new MeasuredText('') };
  return failureOf(checkMedia({ ...post, media: files.map((file) => checkedFile(file, platform)) }));
}
