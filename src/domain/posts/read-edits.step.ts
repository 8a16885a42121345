import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Connection } from '../accounts/connection.repository.js';
import { ownTextsOfTargets, textOfGroup } from './reading/post-text.repository.js';
import { connectionsOfTargets } from './state/connections-of-targets.step.js';
import type { ParsedEdits } from './state/edits.js';
import { type OwnTexts, parseOverrides } from './state/overrides.js';
import { isPart, type PlatformPost, PlatformPostStatus } from './state/platform-post.js';
import type { PostGroup } from './state/post-group.js';
import { editablePosts } from './state/post-rules.js';
import type { Target } from './state/targets.js';

/** The targets of a group from now on. */
export interface EditedTargets {
  all: Pick<Target, 'platform' | 'platformId'>[];
  /** Those of which something is still to be published. */
  open: Pick<Target, 'platform' | 'platformId'>[];
  /** New targets; and those that were tried before, which begin from scratch with what was edited. */
  added: Target[];
  removed: PlatformPost[];
  /** Those that the added ones name. */
  connections: Connection[];
}

/** A target with a live part stays. CONNECTIONS_NOT_FOUND when targets were given and each has to have a connection. */
export async function readTargets(
  db: Db,
  { userId }: Pick<PostGroup, 'userId'>,
  rows: readonly PlatformPost[],
  { targets, isOfWhatIsSent }: ParsedEdits,
  { required }: { required: boolean },
): Promise<EditedTargets> {
  const posts = rows.filter(isPart);
  const live = new Set(posts.map(({ platformId }) => platformId));
  for (const { status, platformId } of posts) if (status !== PlatformPostStatus.PUBLISHED) live.delete(platformId);
  const isOpen = ({ platformId }: Pick<Target, 'platformId'>) => !live.has(platformId);
  const editable = editablePosts(rows);
  const wanted = targets && new Set(targets.map(({ platformId }) => platformId));
  const isWanted = ({ platformId }: Pick<Target, 'platformId'>) => wanted?.has(platformId) ?? true;
  const tried = new Set(editable.flatMap((post) => (post.firstAttemptAt === null ? [] : post.targetIndex)));
  const restarted = isOfWhatIsSent ? editable.filter((post) => isWanted(post) && tried.has(post.targetIndex)) : [];
  const had = new Set(posts.map(({ platformId }) => platformId));
  const kept = new Set(editable.map(({ platformId }) => platformId));
  const all = targets
    ? [...posts.filter(({ platformId }) => !kept.has(platformId) && !isWanted({ platformId })), ...targets]
    : [...posts];
  return {
    all,
    open: all.filter(isOpen),
    added: [
      ...restarted.filter(({ partIndex }) => partIndex === 0),
      ...(targets ?? []).filter(({ platformId }) => !had.has(platformId)),
    ],
    removed: [...editable.filter((post) => !isWanted(post)), ...restarted],
    connections: targets ? await connectionsOfTargets(db, userId, targets, { required }) : [],
  };
}

/** The new text of a group, and the new texts of targets that have their own. */
export async function readTexts(
  db: Db,
  { id }: Pick<PostGroup, 'id'>,
  { all }: EditedTargets,
  edits: ParsedEdits,
): Promise<{ content: string; own: OwnTexts }> {
  const content = edits.content ?? (await textOfGroup(db, id));
  if (edits.overrides) return { content, own: parseOverrides(edits.overrides, all) };
  const isTarget = new Set(all.map(({ platformId }) => platformId));
  const own = [...(await ownTextsOfTargets(db, id))].filter(([target]) => isTarget.has(target));
  return { content, own: new Map(own) };
}
