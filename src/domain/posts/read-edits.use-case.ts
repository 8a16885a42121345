import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Connection } from '../accounts/connection.repository.js';
import { connectionsOfTargets } from './connections-of-targets.use-case.js';
import type { ParsedEdits } from './edits.js';
import { type OwnTexts, parseOverrides } from './overrides.js';
import type { PlatformPost } from './platform-post.js';
import type { PostGroup } from './post-group.js';
import { ownTextsOfTargets, textOfGroup } from './post-text.repository.js';
import type { Target } from './targets.js';

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
  { required }: { required: boolean },
): Promise<EditedTargets> {
  if (!targets) return { all: [...posts], added: [], removed: [], connections: [] };
  const wanted = new Set(targets.map(({ platformId }) => platformId));
  const had = new Set(posts.map(({ platformId }) => platformId));
  return {
    all: targets,
    added: targets.filter(({ platformId }) => !had.has(platformId)),
    removed: posts.filter(({ platformId }) => !wanted.has(platformId)),
    connections: await connectionsOfTargets(db, userId, targets, { required }),
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
  if (edits.overrides) return { content, own: parseOverrides(edits.overrides, all) };
  const isTarget = new Set(all.map(({ platformId }) => platformId));
  const own = [...(await ownTextsOfTargets(db, id))].filter(([target]) => isTarget.has(target));
  return { content, own: new Map(own) };
}
