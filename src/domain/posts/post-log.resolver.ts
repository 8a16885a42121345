import { Arg, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { pageInfo } from '../../foundation/graphql/page-info.types.js';
import { cutPage, decodeCursor, encodeCursor, parsePage } from '../../foundation/graphql/pagination.js';
import { knownPlatform } from '../platforms/platform.types.js';
import { PostGroupType } from './post-group.types.js';
import { logPage } from './post-log.repository.js';
import { PostLogConnection } from './post-log.types.js';

@Resolver(() => PostGroupType)
export class PostLogResolver {
  constructor(private readonly needs: { db: Db }) {}

  @FieldResolver(() => PostLogConnection, { description: 'What happened to it, oldest entry first. PAGE_INVALID.' })
  async log(
    @Root() group: PostGroupType,
    @Arg('first', () => Int, { nullable: true, description: '1 to 100; 20 when left out.' }) first?: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Only entries after this cursor.' })
    after?: string | null,
  ): Promise<PostLogConnection> {
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
