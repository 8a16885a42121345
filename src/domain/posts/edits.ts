/** What an owner changes of what a group is to publish. */
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Connection } from '../accounts/connection.repository.js';
import type { AltTexts } from './media-of-group.js';
import { connectionsOfTargets } from './new-platform-post.js';
import { type ContentOverride, type OwnTexts, parseOverrides } from './overrides.js';
import { parseContent, parseVideoTimestamp } from './parse-post.js';
import type { PlatformPost } from './platform-post.js';
import { mergeSettings, type PlatformSettings } from './platform-settings.js';
import { assertBounded } from './post-bounds.js';
import type { PostGroup } from './post-group.js';
import { ownTextsOfTargets, textOfGroup } from './post-text.repository.js';
import { parseTargets, type Target } from './targets.js';

/** Each has the meaning that it has when a group is created; what is left out stays as it is. */
export interface Edits {
  content?: string | undefined;
  /** All targets from now on. One that stays keeps its place; new ones follow. */
  platformIds?: string[] | undefined;
  /** All settings from now on, over the defaults. */
  platformSettings?: Record<string, unknown> | undefined;
  /** All own texts of targets from now on. */
  overrides?: ContentOverride[] | undefined;
  /** All files from now on, in their order; the others are removed. */
  mediaIds?: string[] | undefined;
  altTexts?: AltTexts | undefined;
  videoTimestamp?: number | undefined;
}

export interface ParsedEdits extends Pick<Edits, 'content' | 'overrides' | 'mediaIds' | 'altTexts' | 'videoTimestamp'> {
  targets: Target[] | undefined;
  settings: PlatformSettings | undefined;
  /** Whether texts, targets, settings or files change: only where no part has begun. */
  isOfWhatIsSent: boolean;
}

/** CONTENT_REQUIRED, CONTENT_TOO_LONG and the other errors of createPost's input. */
export function parseEdits(given: Edits): ParsedEdits {
  const { content, platformIds, platformSettings, overrides, mediaIds, altTexts, videoTimestamp } = given;
  assertBounded({ content, targets: platformIds?.length ?? 0 });
  return {
    content: content === undefined ? undefined : parseContent(content),
    targets: platformIds && parseTargets(platformIds),
    settings: platformSettings && mergeSettings(platformSettings),
    overrides,
    mediaIds,
    altTexts,
    videoTimestamp: parseVideoTimestamp(videoTimestamp) ?? undefined,
    isOfWhatIsSent: [content, platformIds, platformSettings, overrides, mediaIds].some((edit) => edit !== undefined),
  };
}

export const isEdit = ({ isOfWhatIsSent, altTexts, videoTimestamp }: ParsedEdits): boolean =>
  isOfWhatIsSent || altTexts !== undefined || videoTimestamp !== undefined;

/** The targets of a group from now on. */
export interface EditedTargets {
  all: Pick<Target, 'platform' | 'platformId'>[];
  added: Target[];
  removed: PlatformPost[];
  /** Those that the added ones name. */
  connections: Connection[];
}

/** CONNECTIONS_NOT_FOUND when targets were given and each has to have a connection. */
export async function readTargets(
  db: Db,
  { userId }: Pick<PostGroup, 'userId'>,
  posts: readonly PlatformPost[],
  { targets }: ParsedEdits,
  { validate }: { validate: boolean },
): Promise<EditedTargets> {
  if (!targets) return { all: [...posts], added: [], removed: [], connections: [] };
  const wanted = new Set(targets.map(({ platformId }) => platformId));
  const had = new Set(posts.map(({ platformId }) => platformId));
  return {
    all: targets,
    added: targets.filter(({ platformId }) => !had.has(platformId)),
    removed: posts.filter(({ platformId }) => !wanted.has(platformId)),
    connections: await connectionsOfTargets(db, userId, targets, { required: validate }),
  };
}

/** The text of a group from now on, and those that its targets have of their own. */
export async function readTexts(
  db: Db,
  { id }: Pick<PostGroup, 'id'>,
  { all }: EditedTargets,
  edits: ParsedEdits,
): Promise<{ content: string; own: OwnTexts }> {
  const content = edits.content ?? (await textOfGroup(db, id));
  if (edits.overrides) return { content, own: parseOverrides(edits.overrides, content, all) };
  const isTarget = new Set(all.map(({ platformId }) => platformId));
  const own = [...(await ownTextsOfTargets(db, id))].filter(
    ([target, text]) => isTarget.has(target) && text !== content,
  );
  return { content, own: new Map(own) };
}
