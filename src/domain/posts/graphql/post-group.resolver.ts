import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { atOneMoment, type Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { COST, filteredCost, listOf, points } from '../../../foundation/graphql/cost.js';
import { pageInfo } from '../../../foundation/graphql/page-info.types.js';
import { CURSOR, cursorsOf, cutPage, parsePage } from '../../../foundation/graphql/pagination.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import { selects } from '../../../foundation/graphql/selects.js';
import type { Viewer } from '../../identity/access/viewer.js';
import { CurrentViewer } from '../../identity/graphql/viewer.context.js';
import { knownPlatform } from '../../platforms/platform.types.js';
import type { CreatePostGroup, CreatePostGroupInput } from '../create-post-group.use-case.js';
import type { DeletePostGroup } from '../delete-post-group.use-case.js';
import type { GroupConditions } from '../reading/group-conditions.port.js';
import { parseFilter } from '../reading/post-group-filter.js';
import {
  countByStatus,
  type PostGroupSortField,
  positionOf,
  postGroupPage,
} from '../reading/post-group-page.repository.js';
import type { ShownPost } from '../reading/shown-post.repository.js';
import type { RetryPlatformPost } from '../retry-platform-post.use-case.js';
import { parseAltTexts, withFourDigitYear } from '../state/parse-post.js';
import { shownStatus } from '../state/platform-post.js';
import { type PlatformSettings, withoutFirstComments } from '../state/platform-settings.js';
import { PostGroupStatus } from '../state/post-group.js';
import type { ReadStoredWith } from '../state/stored-with.port.js';
import type { UpdatePostGroup, UpdatePostGroupInput } from '../update-post-group.use-case.js';
import { toOverrides } from './content-override.inputs.js';
import { draftCost, filesCost, targetsCost } from './draft-cost.js';
import { PlatformSettingsType, toSettingsType } from './platform-settings.types.js';
import {
  CreatePostInput,
  CreatePostPayload,
  DeletePostInput,
  DeletePostPayload,
  RetryPlatformPostInput,
  RetryPlatformPostPayload,
  UpdatePostInput,
  UpdatePostPayload,
} from './post-group.inputs.js';
import {
  ContentOverride,
  PlatformPostType,
  PostGroupConnection,
  PostGroupSort,
  PostGroupType,
  SortDirection,
  toFailureType,
} from './post-group.types.js';
import { PostGroupFilterInput, PostGroupStatusCount } from './post-group-filter.types.js';
import { toFiles, toFramings } from './post-media.inputs.js';
import {
  type Compat,
  changedGroup,
  type PostsContext,
  readAnew,
  readWithParts,
  type ShownGroup,
  shownGroup,
  showsOf,
} from './posts.context.js';

const STATUSES = Object.values(PostGroupStatus);

/** The cursors of each order: null is the time of a group that has none. */
const PAGES = {
  createdAt: inBothDirections('createdAt'),
  publishedAt: inBothDirections('publishedAt'),
  scheduledTime: inBothDirections('scheduledTime'),
  updatedAt: inBothDirections('updatedAt'),
} satisfies Record<PostGroupSortField, unknown>;

function inBothDirections(field: PostGroupSortField) {
  const position = { time: CURSOR.time.nullable(), id: CURSOR.id };
  return {
    ascending: cursorsOf(`postGroups by ${field}`, position),
    descending: cursorsOf(`postGroups by ${field}, descending`, position),
  };
}

const TEXT_LIMITS =
  'A response has at most 10 MB of different texts, and 50 MB in total (1 MB over a web socket): ANSWER_TOO_LARGE.';

/** A platform post as GraphQL shows it. */
export const toPlatformPostType = (post: ShownPost): PlatformPostType => ({
  ...post,
  platform: knownPlatform(post.platform),
  platformKey: post.platform,
  status: shownStatus(post),
  error: toFailureType(post.error),
});

@Resolver(() => PostGroupType)
export class PostGroupResolver {
  constructor(
    private readonly needs: {
      db: Db;
      createPostGroup: CreatePostGroup;
      updatePostGroup: UpdatePostGroup;
      deletePostGroup: DeletePostGroup;
      retryPlatformPost: RetryPlatformPost;
      groupConditions: GroupConditions;
      readStoredWith: ReadStoredWith;
    },
  ) {}

  @Query(() => PostGroupType, {
    nullable: true,
    description: 'Your group with this id; null if you have none. A malformed id is ID_INVALID.',
  })
  async postGroup(
    @CurrentViewer() viewer: Viewer,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    const group = await shownGroup(info, context, parseId('id', id), showsOf(info));
    return group?.userId === viewer.userId ? group : null;
  }

  @Query(() => PostGroupConnection, {
    description:
      'Your groups, newest first unless sorted otherwise. Pages by cursor, or by number with offset. Errors: PAGE_INVALID, with the reason.',
    complexity: points(filteredCost),
  })
  async postGroups(
    @CurrentViewer() viewer: Viewer,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('filter', () => PostGroupFilterInput, {
      nullable: true,
      description: 'Filters groups. If omitted, all match.',
    })
    filter?: PostGroupFilterInput | null,
    @Arg('sort', () => PostGroupSort, { nullable: true, description: 'Order; newest first if omitted.' })
    sort?: PostGroupSort | null,
    @Arg('first', () => Int, { nullable: true, description: '1 to 100; 20 when neither first nor last is given.' })
    first?: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Only groups after this cursor.' }) after?:
      | string
      | null,
    @Arg('last', () => Int, {
      nullable: true,
      description: '1 to 100, from the end of the range; not together with first.',
    })
    last?: number | null,
    @Arg('before', () => String, { nullable: true, description: 'Only groups before this cursor.' })
    before?: string | null,
    @Arg('offset', () => Int, {
      nullable: true,
      description: 'Groups to skip before the page, for numbered pages. Cursors stay right while groups come and go.',
    })
    offset?: number | null,
  ): Promise<PostGroupConnection> {
    const page = parsePage({ first, last });
    const wanted = parseFilter(filter, this.needs.groupConditions(filter ?? {}));
    if (offset != null && offset < 0) throw new AppError('PAGE_INVALID', { reason: 'offset starts at 0' });
    const field: PostGroupSortField = sort?.field ?? 'createdAt';
    const descending = sort?.direction !== SortDirection.ASC;
    const cursors = PAGES[field][descending ? 'descending' : 'ascending'];
    const query = {
      filter: wanted,
      sort: { field, descending },
      ...page,
      offset: offset ?? 0,
      after: after == null ? null : cursors.decode(after),
      before: before == null ? null : cursors.decode(before),
    };
    const count = selects(info, 'totalCount');
    const shows = showsOf(info, 'edges', 'node');
    const { groups, count: totalCount = 0 } = await readWithParts(context, shows, (from, parts) => {
      const select = (at: Db) => postGroupPage(at, viewer.userId, query, { ...parts, count });
      // A separate statement finds the groups of platforms.
      return wanted.platforms ? atOneMoment(from, select) : select(from);
    });
    const cut = cutPage(groups, page, { after: after != null || Boolean(offset), before: before != null });
    const edges = cut.nodes.map((node) => ({ cursor: cursors.encode(positionOf(node, field)), node }));
    return { edges, pageInfo: pageInfo(edges, cut), totalCount };
  }

  @Query(() => [PostGroupStatusCount], {
    nullable: true,
    description: 'How many of your groups have each status: every status once, also with 0 groups.',
    complexity: listOf(STATUSES.length, filteredCost),
  })
  async postGroupCounts(
    @CurrentViewer() viewer: Viewer,
    @Ctx() { read }: Pick<PostsContext, 'read'>,
    @Arg('filter', () => PostGroupFilterInput, {
      nullable: true,
      description: 'Filters groups. If omitted, all match.',
    })
    filter?: PostGroupFilterInput | null,
  ): Promise<PostGroupStatusCount[]> {
    const wanted = parseFilter(filter, this.needs.groupConditions(filter ?? {}));
    const counts = await read((db) => countByStatus(db, viewer.userId, wanted));
    return STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
  }

  @FieldResolver(() => String, {
    description: `The text as it was given, before a platform’s rules split it. ${TEXT_LIMITS}`,
  })
  content(@Root() { id }: PostGroupType, @Ctx() { texts }: PostsContext): string | Promise<string> {
    return texts.showText(texts.ofGroup(id));
  }

  @FieldResolver(() => [ContentOverride], {
    description: `The texts and first comments of targets that have their own, in the order of the targets, in the form that updatePost accepts. ${TEXT_LIMITS}`,
  })
  overrides(@Root() { id }: PostGroupType, @Ctx() { texts }: PostsContext): Promise<Promise<ContentOverride>[]> {
    return texts.showOverrides(id);
  }

  @FieldResolver(() => PlatformSettingsType, { description: 'Settings by platform, with the defaults.' })
  platformSettings(@Root() group: PostGroupType): PlatformSettings {
    return toSettingsType(group.platformSettings);
  }

  @FieldResolver(() => [PlatformPostType], { description: 'One per target, in the order of the request.' })
  posts(
    @Root() { id, shownPosts }: PostGroupType & Pick<ShownGroup, 'shownPosts'>,
    @Ctx() { loaders, texts }: PostsContext,
  ): ReturnType<typeof texts.showPosts<PlatformPostType>> {
    return texts.showPosts(shownPosts ?? loaders.postsOfGroup.load(id), toPlatformPostType);
  }

  @Mutation(() => CreatePostPayload, {
    description:
      'Creates a group and one platform post per target: a draft, or scheduled when it has a time; with its files in the same transaction. Errors: CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, ID_INVALID, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, MEDIA_NOT_READY, ALT_TEXTS_TOO_LONG, FRAMING_INVALID, STORAGE_LIMIT_REACHED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, DRAFT_LIMIT_REACHED, APPROVAL_REQUIRED, SCHEDULE_AND_TIME, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NOT_FOR_POST, QUEUE_FULL, LABEL_NOT_FOUND, LABELS_TOO_MANY.',
    complexity: points(creationCost, COST.text),
  })
  async createPost(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreatePostInput, { description: 'The new group.' }) input: CreatePostInput,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<CreatePostPayload> {
    const creation = toCreation(input, context.compat);
    const storedWith = this.needs.readStoredWith(viewer, input);
    const { id, group, replayed } = await this.needs.createPostGroup(viewer, creation, storedWith);
    return { postGroupId: id, postGroup: await changedGroup(info, context, group), replayed };
  }

  @Mutation(() => UpdatePostPayload, {
    description:
      'Edits a group whose publishing has not begun, schedules it, moves it to another time, or takes it back to draft: all that is given, or nothing. Posts that are scheduled go out as they are after the change. Errors: ID_INVALID, UPDATE_EMPTY, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_UPDATABLE, POST_GROUP_CHANGED, CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, MEDIA_NOT_READY, ALT_TEXTS_TOO_LONG, FRAMING_INVALID, STORAGE_LIMIT_REACHED, VIDEO_TIMESTAMP_INVALID, DRAFT_LIMIT_REACHED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, APPROVAL_REQUIRED, SCHEDULE_AND_TIME, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NOT_FOR_POST, QUEUE_FULL, LABEL_NOT_FOUND, LABELS_TOO_MANY.',
    complexity: points(updateCost, COST.storedText),
  })
  async updatePost(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => UpdatePostInput, { description: 'The changes.' }) input: UpdatePostInput,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<UpdatePostPayload> {
    const id = parseId('postGroupId', input.postGroupId);
    const update = { id, ...toUpdate(input, context.compat) };
    const group = await this.needs.updatePostGroup(viewer, update, this.needs.readStoredWith(viewer, input));
    readAnew(context);
    return { postGroup: await changedGroup(info, context, group) };
  }

  @Mutation(() => DeletePostPayload, {
    description:
      'Removes a group in any status, with its log. Posts that are live on a platform stay there. Errors: ID_INVALID, POST_GROUP_NOT_FOUND.',
  })
  async deletePost(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeletePostInput, { description: 'The group.' }) input: DeletePostInput,
  ): Promise<DeletePostPayload> {
    const deletedPostGroupId = parseId('postGroupId', input.postGroupId);
    await this.needs.deletePostGroup(viewer, deletedPostGroupId);
    return { deletedPostGroupId };
  }

  @Mutation(() => RetryPlatformPostPayload, {
    description:
      'Publishes a failed platform post again, immediately, or sends a first comment again that has failed alone. Errors: ID_INVALID, PLATFORM_POST_NOT_FOUND, EMAIL_NOT_CONFIRMED, PLATFORM_POST_NOT_RETRYABLE, OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED.',
  })
  async retryPlatformPost(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RetryPlatformPostInput, { description: 'The platform post.' }) input: RetryPlatformPostInput,
    @Ctx() context: PostsContext,
  ): Promise<RetryPlatformPostPayload> {
    const { acknowledgeUnknownOutcome } = input;
    const id = parseId('platformPostId', input.platformPostId);
    const post = await this.needs.retryPlatformPost(viewer, { id, acknowledgeUnknownOutcome });
    readAnew(context);
    return { platformPost: toPlatformPostType(post) };
  }
}

@Resolver(() => PlatformPostType)
export class PlatformPostResolver {
  @FieldResolver(() => String, { description: `Text of this part. ${TEXT_LIMITS}` })
  content(@Root() post: PlatformPostType, @Ctx() { texts }: PostsContext): string | Promise<string> {
    return texts.showText(texts.ofPost(post));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: `The text that its platform received, with what was added to it, from the first attempt on; further attempts send the same. Null: nothing was added, or it is part of a thread, whose \`content\` is as it was sent. previewPost has it before. ${TEXT_LIMITS}`,
  })
  async finalText(@Root() { id }: PlatformPostType, @Ctx() { texts }: PostsContext): Promise<string | null> {
    const text = await texts.finalOfPost(id);
    return text === null ? null : texts.showText(text);
  }

  @FieldResolver(() => PostGroupType, {
    nullable: true,
    description: 'Its group; null only if it is removed between reading the post and reading the group.',
  })
  postGroup(
    @Root() post: PlatformPostType,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    return shownGroup(info, context, post.groupId);
  }
}

/** A post is checked for its platforms and stored once for each target. */
export function creationCost(args: Record<string, unknown>): number {
  const { post } = args.input as CreatePostInput;
  // More are refused by the field itself.
  return draftCost(post) + filesCost(post.media) + targetsCost(post);
}

function updateCost(args: Record<string, unknown>): number {
  const { content, overrides, media, ...targets } = args.input as UpdatePostInput;
  const given = content != null || overrides != null ? draftCost({ content: content ?? '', overrides }) : 0;
  return COST.storedText + given + filesCost(media) + targetsCost(targets);
}

export function toCreation({ post, ...input }: CreatePostInput, compat: Compat | null = null): CreatePostGroupInput {
  return {
    content: post.content,
    platformIds: post.platformIds ?? [],
    accountIds: post.accountIds ?? [],
    scheduledTime: writable(input.scheduledTime),
    schedule: input.schedule ?? null,
    platformSettings: compat?.platformSettings
      ? withoutFirstComments(compat.platformSettings)
      : (post.platformSettings ?? {}),
    overrides: toOverrides(post.overrides ?? []),
    addSignature: post.addSignature ?? true,
    addLinkParameters: post.addLinkParameters ?? true,
    media: toFiles(post.media ?? []),
    idempotencyKey: input.idempotencyKey ?? null,
    isBeingSent: input.isBeingSent ?? false,
    validate: compat?.validate ?? true,
  };
}

function toUpdate(input: UpdatePostInput, compat: Compat | null): Omit<UpdatePostGroupInput, 'id'> {
  // To REST, a time alone does not schedule [graphql/time-schedules].
  const isScheduledByTime = compat === null && input.scheduledTime != null;
  return {
    status: input.status ?? (isScheduledByTime ? PostGroupStatus.SCHEDULED : undefined),
    scheduledTime: input.scheduledTime === undefined ? undefined : writable(input.scheduledTime),
    schedule: input.schedule ?? undefined,
    ifUnchangedSince: input.ifUnchangedSince ?? undefined,
    content: input.content ?? undefined,
    platformIds: input.platformIds ?? undefined,
    accountIds: input.accountIds ?? undefined,
    platformSettings: input.platformSettings ?? undefined,
    overrides: input.overrides ? toOverrides(input.overrides) : undefined,
    media: input.media ? toFiles(input.media) : undefined,
    altTexts: compat?.altTexts ?? altTextsById(input.altTexts),
    framings: input.framings ? toFramings(input.framings) : undefined,
    videoTimestamp: input.videoTimestamp,
    addSignature: input.addSignature ?? undefined,
    addLinkParameters: input.addLinkParameters ?? undefined,
    validate: compat?.validate ?? true,
    // The dashboard's update-post validates what the platforms take, not who is connected.
    requireConnections: compat === null,
  };
}

function altTextsById(given: UpdatePostInput['altTexts']) {
  const texts = parseAltTexts(given?.map(({ text }) => text)) ?? undefined;
  return texts?.map((text, index) => ({ mediaId: parseId('mediaId', given?.[index]?.mediaId ?? ''), text }));
}

/** A zone can take a time past the last year that ISO 8601 writes. */
export const writable = (time: Date | null | undefined): Date | null => (time ? withFourDigitYear(time) : null);
