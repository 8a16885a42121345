import { Arg, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import {
  AFTER,
  byId,
  byTime,
  type Connection,
  FIRST,
  oldestFirst,
  pageOf,
  readPage,
} from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { NEXT_FREE } from '../schedules/posting-schedules.js';
import { feedsById, feedsOfUser, findFeed } from './feed.repository.js';
import {
  CreateFeedInput,
  CreateFeedPayload,
  DeleteFeedInput,
  DeleteFeedPayload,
  FeedConnection,
  FeedEntryConnection,
  type FeedEntryType,
  FeedPreviewType,
  FeedType,
  PauseFeedInput,
  PauseFeedPayload,
  PreviewFeedInput,
  RefreshFeedInput,
  RefreshFeedPayload,
  UpdateFeedInput,
  UpdateFeedPayload,
} from './feed.types.js';
import { countEntries, entryPage } from './feed-entry.repository.js';
import { FeedResult } from './feeds.js';
import type { ManageFeeds } from './manage-feeds.use-case.js';
import type { PreviewFeed } from './preview-feed.use-case.js';
import type { RefreshFeed } from './refresh-feed.use-case.js';

const FEEDS = byTime('feeds');
const ENTRIES = byId('feedEntries');

const ERRORS_OF_RULES =
  'URL_INVALID, FEED_URL_INVALID, FEED_NOT_READ, FEED_TEMPLATE_INVALID, FEED_FILTER_INVALID, TEXT_NOT_PUBLISHABLE, ID_INVALID, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTION_NOT_FOUND, CONNECTIONS_NOT_FOUND, FEED_FETCHES_TOO_MANY';
const ERRORS_OF_FEED = `FEED_NAME_INVALID, FEED_NAME_TAKEN, FEED_LIMITS_INVALID, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NOT_FOR_POST, LABEL_NOT_FOUND, LABELS_TOO_MANY, ${ERRORS_OF_RULES}`;

/** Web feeds whose entries become posts. */
@Resolver(() => FeedType)
export class FeedResolver {
  constructor(
    private readonly needs: { db: Db; manageFeeds: ManageFeeds; previewFeed: PreviewFeed; refreshFeed: RefreshFeed },
  ) {}

  @Query(() => FeedConnection, { description: 'Your feeds, at most 20, oldest first. Error: PAGE_INVALID.' })
  async feeds(
    @CurrentViewer() { userId }: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<FeedType>> {
    return pageOf({ first, after }, await feedsOfUser(this.needs.db, userId), {
      cursors: FEEDS,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Query(() => FeedType, {
    nullable: true,
    description: 'Your feed with this id; null if you have none. Error: ID_INVALID.',
  })
  async feed(
    @CurrentViewer() { userId }: Viewer,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
  ): Promise<FeedType | null> {
    const [feed] = await feedsById(this.needs.db, [parseId('id', id)]);
    return feed?.userId === userId ? feed : null;
  }

  @Query(() => FeedEntryConnection, {
    description:
      'Entries of your feed, newest first, with what became of each: the newest 5,000 and those that it still has. Errors: ID_INVALID, FEED_NOT_FOUND, PAGE_INVALID.',
  })
  async feedEntries(
    @CurrentViewer() { userId }: Viewer,
    @Arg('feedId', () => ID, { description: 'The feed: 24 hexadecimal characters.' }) feedId: string,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<FeedEntryType>> {
    const { db } = this.needs;
    const feed = await findFeed(db, userId, parseId('feedId', feedId));
    if (!feed) throw new AppError('FEED_NOT_FOUND');
    return readPage(
      { first, after },
      {
        cursors: ENTRIES,
        positionOf: ({ id }) => ({ id }),
        read: (page) => entryPage(db, feed.id, page),
        count: () => countEntries(db, feed.id),
      },
    );
  }

  @Query(() => FeedPreviewType, {
    description: `Reads a feed, and shows what its newest entries would become. Stores nothing. 30 reads on request in 10 minutes. Errors: ${ERRORS_OF_RULES}.`,
    complexity: COST.platformRequest,
  })
  async previewFeed(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => PreviewFeedInput, { description: 'The feed.' }) input: PreviewFeedInput,
  ): Promise<FeedPreviewType> {
    const given = { ...rulesOf(input), schedule: null, dailyMax: 1, labelIds: [] };
    const { title, entries } = await this.needs.previewFeed(viewer, given);
    return {
      title,
      entries: entries.map(({ texts, ...entry }) => ({
        ...entry,
        texts: texts.map(({ problems, ...text }) => ({
          ...text,
          problems: problems.map(({ message, severity }) => ({ message, prevents: severity === 'error' })),
        })),
      })),
    };
  }

  @FieldResolver(() => FeedResult, { description: 'What its entries become.' })
  result(@Root() { schedule }: FeedType): FeedResult {
    return schedule === null ? FeedResult.DRAFT : FeedResult.QUEUE;
  }

  @Mutation(() => CreateFeedPayload, {
    description: `Adds a feed, at most 20, and reads it. It acts as the member who changed it last: with their role, and under the approval policy. Errors: FEED_LIMIT_REACHED, ${ERRORS_OF_FEED}.`,
    complexity: COST.recorded + COST.platformRequest,
  })
  async createFeed(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreateFeedInput, { description: 'The feed.' }) input: CreateFeedInput,
  ): Promise<CreateFeedPayload> {
    const { name, dailyMax, labelIds, existing, result, schedule } = input;
    const given = { ...rulesOf(input), name, dailyMax, labelIds, existing };
    const queued = result === FeedResult.QUEUE ? (schedule ?? NEXT_FREE) : null;
    return { feed: await this.needs.manageFeeds.create(viewer, { ...given, schedule: queued }) };
  }

  @Mutation(() => UpdateFeedPayload, {
    description: `Changes a feed. Errors: FEED_NOT_FOUND, ${ERRORS_OF_FEED}.`,
    complexity: COST.recorded + COST.platformRequest,
  })
  async updateFeed(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => UpdateFeedInput, { description: 'The changes.' }) input: UpdateFeedInput,
  ): Promise<UpdateFeedPayload> {
    const { feedId, result, schedule, ...given } = input;
    const queued = result === FeedResult.DRAFT ? null : (schedule ?? (result ? NEXT_FREE : undefined));
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
    const id = parseId('feedId', feedId);
    const all = { ...changes, id, ...(queued !== undefined && { schedule: queued }) };
    return { feed: await this.needs.manageFeeds.update(viewer, all) };
  }

  @Mutation(() => PauseFeedPayload, {
    description:
      'Pauses or resumes a feed. Entries that it got meanwhile, and still has, become posts once it is resumed. Errors: ID_INVALID, FEED_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async pauseFeed(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => PauseFeedInput, { description: 'The feed.' }) { feedId, paused }: PauseFeedInput,
  ): Promise<PauseFeedPayload> {
    return { feed: await this.needs.manageFeeds.pause(viewer, parseId('feedId', feedId), paused) };
  }

  @Mutation(() => RefreshFeedPayload, {
    description:
      'Reads a feed now, and makes posts of its new entries. 30 reads on request in 10 minutes. Errors: ID_INVALID, FEED_NOT_FOUND, FEED_BUSY, FEED_FETCHES_TOO_MANY.',
    complexity: COST.recorded + COST.platformRequest,
  })
  async refreshFeed(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => RefreshFeedInput, { description: 'The feed.' }) { feedId }: RefreshFeedInput,
  ): Promise<RefreshFeedPayload> {
    return { feed: await this.needs.refreshFeed(viewer, parseId('feedId', feedId)) };
  }

  @Mutation(() => DeleteFeedPayload, {
    description: 'Deletes a feed. Posts that its entries became stay. Errors: ID_INVALID, FEED_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async deleteFeed(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeleteFeedInput, { description: 'The feed.' }) { feedId }: DeleteFeedInput,
  ): Promise<DeleteFeedPayload> {
    const deletedFeedId = parseId('feedId', feedId);
    await this.needs.manageFeeds.remove(viewer, deletedFeedId);
    return { deletedFeedId };
  }
}

const rulesOf = ({ url, platformIds, accountIds, template, filter, attachesImages }: PreviewFeedInput) => ({
  ...{ url, template, attachesImages, filter: filter ?? {} },
  platformIds: platformIds ?? [],
  accountIds: accountIds ?? [],
});
