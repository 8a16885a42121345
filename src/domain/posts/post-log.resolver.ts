import { Arg, ID, Int, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { pageInfo } from '../../foundation/graphql/page-info.types.js';
import { cutPage, decodeCursor, encodeCursor, parsePage } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/viewer.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import { knownPlatform } from '../platforms/platform.types.js';
import { findPostGroup } from './post-group.repository.js';
import { logPage } from './post-log.repository.js';
import { PostLogConnection } from './post-log.types.js';

@Resolver()
export class PostLogResolver {
  constructor(private readonly needs: { db: Db }) {}

  @Query(() => PostLogConnection, {
    description: 'The story of a group, oldest entry first. POST_GROUP_NOT_FOUND when it is not yours.',
  })
  async postLog(
    @CurrentViewer() viewer: Viewer,
    @Arg('groupId', () => ID, { description: 'The group: 24 hexadecimal characters.' }) groupId: string,
    @Arg('first', () => Int, { nullable: true, description: '1 to 100; 20 when left out.' }) first?: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Only entries after this cursor.' })
    after?: string | null,
  ): Promise<PostLogConnection> {
    const group = await findPostGroup(this.needs.db, viewer.userId, parseId('groupId', groupId));
    if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
    const page = parsePage({ first });
    const position = after == null ? null : (decodeCursor(after, 1)[0] ?? null);
    const entries = await logPage(this.needs.db, group.id, position, page.limit + 1);
    const cut = cutPage(entries, page, { after: after != null, before: false });
    const edges = cut.nodes.map(({ groupId, ...entry }) => ({
      cursor: encodeCursor(entry.id),
      node: { ...entry, postGroupId: groupId, platformKey: entry.platform, platform: knownPlatform(entry.platform) },
    }));
    return { edges, pageInfo: pageInfo(edges, cut) };
  }
}
