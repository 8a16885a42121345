import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { AppError } from '../../foundation/errors/app-error.js';
import { AFTER, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { NullOnlyWithError } from '../../foundation/graphql/directives.js';
import { CURSOR, cursorsOf } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { changedGroup, type PostsContext, readAnew } from '../posts/graphql/posts.context.js';
import type { HistoryContext } from './history.context.js';
import { changesBetween } from './post-version.js';
import type { PostVersion } from './post-version.repository.js';
import {
  PostVersionChange,
  PostVersionConnection,
  PostVersionType,
  RestorePostVersionInput,
  RestorePostVersionPayload,
} from './post-version.types.js';
import type { RestorePostVersion } from './restore-post-version.use-case.js';

const HISTORY = cursorsOf('history', { number: CURSOR.number });

const toVersionType = ({ groupId, number, editor, editorName, createdAt }: PostVersion): PostVersionType => ({
  ...{ postGroupId: groupId, number, createdAt },
  editedBy: editor && { kind: editor, name: editorName },
});

/** The versions of a group. */
@Resolver(() => PostGroupType)
export class PostHistoryResolver {
  constructor(private readonly needs: { restorePostVersion: RestorePostVersion }) {}

  @NullOnlyWithError()
  @FieldResolver(() => PostVersionConnection, {
    nullable: true,
    description:
      'Its versions, newest first: the first is kept, and of the others the last 99, as long as all have at most 5 MB. Empty before its first edit. Null only with an error: PAGE_INVALID.',
  })
  history(
    @Root() { id: groupId }: PostGroupType,
    @Ctx() { loaders }: HistoryContext,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<PostVersionType>> {
    return readPage(
      { first, after },
      {
        cursors: HISTORY,
        positionOf: ({ number }) => ({ number }),
        read: async ({ after, limit }) =>
          (await loaders.versionPage.load({ groupId, below: after?.number ?? null, limit })).map(toVersionType),
        count: () => loaders.versionCount.load(groupId),
      },
    );
  }

  @Mutation(() => RestorePostVersionPayload, {
    description:
      'Gives a group the texts, accounts, settings and files of one of its versions. It keeps its time and status. This is an edit like updatePost, which becomes a version too. Accounts that are not connected any more and files that were removed are left out. Files that the version does not have are removed permanently. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, POST_VERSION_NOT_FOUND, POST_GROUP_NOT_UPDATABLE, POST_GROUP_CHANGED, CONNECTIONS_NOT_FOUND, MEDIA_NOT_FOUND, CONTENT_TOO_LONG, OVERRIDES_TOO_LONG, PLATFORM_SETTINGS_TOO_LONG, VIDEO_TIMESTAMP_INVALID, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, APPROVAL_REQUIRED.',
    complexity: COST.storedText,
  })
  async restorePostVersion(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => RestorePostVersionInput, { description: 'The version.' }) input: RestorePostVersionInput,
    @Ctx() context: PostsContext & HistoryContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RestorePostVersionPayload> {
    const groupId = parseId('postGroupId', input.postGroupId);
    const { number, ifUnchangedSince } = input;
    const { group, notRestored } = await this.needs.restorePostVersion(viewer, {
      ...{ groupId, number },
      ifUnchangedSince: ifUnchangedSince ?? undefined,
    });
    readAnew(context);
    return { postGroup: await changedGroup(info, context, group), notRestored };
  }
}

@Resolver(() => PostVersionType)
export class PostVersionResolver {
  @FieldResolver(() => String, { description: 'The text of the version. ANSWER_TOO_LARGE.' })
  async content(
    @Root() { postGroupId: groupId, number }: PostVersionType,
    @Ctx() { loaders, texts }: HistoryContext & PostsContext,
  ): Promise<string> {
    const version = await loaders.comparedVersion.load({ groupId, number });
    if (!version) throw new AppError('POST_VERSION_NOT_FOUND');
    return texts.count(version.snapshot.content);
  }

  @FieldResolver(() => [PostVersionChange], {
    description:
      'What differs from the version before it that is kept; empty for the first. ANSWER_TOO_LARGE: request fewer versions.',
    complexity: listOf(10),
  })
  async changes(
    @Root() { postGroupId: groupId, number }: PostVersionType,
    @Ctx() { loaders, texts }: HistoryContext & PostsContext,
  ): Promise<PostVersionChange[]> {
    const version = await loaders.comparedVersion.load({ groupId, number });
    if (!version?.before) return [];
    const changes = changesBetween(version.before, version.snapshot);
    for (const { before, after } of changes) for (const text of [before, after]) texts.count(text ?? '');
    return changes;
  }
}
