/** What an owner changes of what a group is to publish. */

import type { FramingsOfFiles } from './framings.js';
import type { GivenFile } from './given-files.js';
import type { AltTexts } from './media-of-group.port.js';
import type { NamedOverride } from './overrides.js';
import { parseContent, parseVideoTimestamp } from './parse-post.js';
import { mergeSettings, type PlatformSettings } from './platform-settings.js';
import { assertBounded } from './post-bounds.js';
import { parseTargets, type Target } from './targets.js';

/** Each has the meaning that it has when a group is created; what is left out stays as it is. */
export interface Edits {
  content?: string | undefined;
  /** All targets from now on. One that stays keeps its position; new ones follow. */
  platformIds?: readonly string[] | undefined;
  /** All settings from now on, over the defaults. */
  platformSettings?: Record<string, unknown> | undefined;
  /** All own texts of targets from now on. */
  overrides?: readonly NamedOverride[] | undefined;
  /** All files from now on, in their order; the others are removed. */
  media?: readonly GivenFile[] | undefined;
  altTexts?: AltTexts | undefined;
  /** Those of other files stay. */
  framings?: FramingsOfFiles | undefined;
  /** Null: none. */
  videoTimestamp?: number | null | undefined;
  addSignature?: boolean | undefined;
  addLinkParameters?: boolean | undefined;
}

type Kept =
  | ('content' | 'overrides' | 'media' | 'altTexts' | 'framings')
  | ('videoTimestamp' | 'addSignature' | 'addLinkParameters');

export interface ParsedEdits extends Pick<Edits, Kept> {
  targets: Target[] | undefined;
  settings: PlatformSettings | undefined;
  /** Whether texts, targets, settings or files change: only where no part has begun. */
  isOfWhatIsSent: boolean;
}

/** CONTENT_REQUIRED, CONTENT_TOO_LONG and the other errors of createPost's input. */
export function parseEdits(given: Edits): ParsedEdits {
  const { content, platformIds, platformSettings, overrides, media, altTexts, framings, videoTimestamp } = given;
  const { addSignature, addLinkParameters } = given;
  assertBounded({ content, targets: platformIds?.length ?? 0 });
  return {
    content: content === undefined ? undefined : parseContent(content),
    targets: platformIds && parseTargets(platformIds),
    settings: platformSettings && mergeSettings(platformSettings),
    overrides,
    media,
    altTexts,
    framings,
    videoTimestamp: videoTimestamp === undefined ? undefined : parseVideoTimestamp(videoTimestamp),
    addSignature,
    addLinkParameters,
    isOfWhatIsSent: [
      ...[content, platformIds, platformSettings, overrides, media, framings],
      ...[addSignature, addLinkParameters],
    ].some((edit) => edit !== undefined),
  };
}

export const isEdit = ({ isOfWhatIsSent, altTexts, videoTimestamp }: ParsedEdits): boolean =>
  isOfWhatIsSent || altTexts !== undefined || videoTimestamp !== undefined;
