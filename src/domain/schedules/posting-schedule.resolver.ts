import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  oldestFirst,
  pageOf,
  readPage,
} from '../../foundation/graphql/connection.types.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import { parsePage } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import type { PostGroupType } from '../posts/graphql/post-group.types.js';
import { type PostsContext, readAnew, shownGroup, showsOf } from '../posts/graphql/posts.context.js';
import type { ChangeQueue } from './change-queue.use-case.js';
import { findFreeTimes } from './find-free-times.step.js';
import type { ManagePostingSchedules } from './manage-posting-schedules.use-case.js';
import { schedulesById, schedulesOfUser } from './posting-schedule.repository.js';
import {
  CreatePostingScheduleInput,
  CreatePostingSchedulePayload,
  DeletePostingScheduleInput,
  DeletePostingSchedulePayload,
  PauseScheduleInput,
  PauseSchedulePayload,
  PostingScheduleConnection,
  PostingScheduleType,
  QueuedPostConnection,
  ReorderQueueInput,
  ReorderQueuePayload,
  ShuffleQueueInput,
  ShuffleQueuePayload,
  UpdatePostingScheduleInput,
  UpdatePostingSchedulePayload,
} from './posting-schedule.types.js';
import { MAX_REORDERED } from './posting-schedules.js';
import { countQueue, queueOf } from './queue.repository.js';

const SCHEDULES = byTime('postingSchedules');
const QUEUE = byTime('queue');

const ERRORS_OF_SCHEDULING =
  'EMAIL_NOT_CONFIRMED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED';

/** All posts of a queue are changed. */
const QUEUE_COST = COST.recorded + COST.storedText;

/** Posting schedules, and their queues. */
@Resolver(() => PostingScheduleType)
export class PostingScheduleResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      postingSchedules: ManagePostingSchedules;
      changeQueue: ChangeQueue;
    },
  ) {}

  @Query(() => PostingScheduleConnection, {
    description: 'Your posting schedules, oldest first; at most 50. Error: PAGE_INVALID.',
  })
  async postingSchedules(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<PostingScheduleType>> {
    return pageOf({ first, after }, await schedulesOfUser(this.needs.db, viewer.userId), {
      cursors: SCHEDULES,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Query(() => PostingScheduleType, {
    nullable: true,
    description: 'Your posting schedule with this id; null if you have none. A malformed id is ID_INVALID.',
  })
  async postingSchedule(
    @CurrentViewer() { userId }: Viewer,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
  ): Promise<PostingScheduleType | null> {
    const [schedule] = await schedulesById(this.needs.db, [parseId('id', id)]);
    return schedule?.userId === userId ? schedule : null;
  }

  @FieldResolver(() => [DateTime], {
    description:
      'The next times that no post of its queue has: those that posts get. None more than two years ahead, and none while it is paused. Error: PAGE_INVALID.',
    complexity: points(({ first }) => 5 + (typeof first === 'number' ? first : 10) * COST.property, 5),
  })
  async nextFreeTimes(
    @Root() schedule: PostingScheduleType,
    @CurrentViewer() { userId }: Viewer,
    @Arg('first', () => Int, { defaultValue: 10, description: '1 to 100. PAGE_INVALID.' }) first: number,
    @Arg('after', () => DateTime, { nullable: true, description: 'Only later times; null: from now on.' })
    after?: Date | null,
  ): Promise<Date[]> {
    const { limit: count } = parsePage({ first });
    if (schedule.pausedAt !== null) return [];
    const now = this.needs.clock();
    return findFreeTimes(this.needs.db, { ...schedule, userId }, { now, after: after ?? now, count });
  }

  @FieldResolver(() => QueuedPostConnection, {
    description: 'Groups of its queue in their order: that of their times. Error: PAGE_INVALID.',
  })
  queue(
    @Root() schedule: PostingScheduleType,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<PostGroupType>> {
    const { db, clock } = this.needs;
    const now = clock();
    const shows = showsOf(info, 'edges', 'node');
    return readPage<PostGroupType & { slotAt: Date }, { time: Date; id: string }>(
      { first, after },
      {
        cursors: QUEUE,
        positionOf: ({ slotAt, id }) => ({ time: slotAt, id }),
        read: async ({ after: position, limit }) => {
          const entries = await queueOf(db, schedule, { now, after: position?.time ?? null, limit });
          const groups = await Promise.all(entries.map(({ groupId }) => shownGroup(info, context, groupId, shows)));
          return groups.flatMap((group, index) => {
            const slotAt = entries[index]?.slotAt;
            return group && slotAt ? [{ ...group, slotAt }] : [];
          });
        },
        count: () => countQueue(db, schedule, now),
      },
    );
  }

  @Mutation(() => CreatePostingSchedulePayload, {
    description:
      'Creates a posting schedule; an account has at most 50. Errors: POSTING_SCHEDULE_NAME_INVALID, TEXT_NOT_PUBLISHABLE, POSTING_SCHEDULE_NAME_TAKEN, TIME_ZONE_INVALID, POSTING_TIMES_INVALID, ID_INVALID, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTION_NOT_FOUND, CONNECTIONS_NOT_FOUND, POSTING_SCHEDULE_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  async createPostingSchedule(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => CreatePostingScheduleInput, { description: 'The schedule.' }) input: CreatePostingScheduleInput,
  ): Promise<CreatePostingSchedulePayload> {
    const { platformIds, accountIds, ...given } = input;
    const targets = { platformIds: platformIds ?? undefined, accountIds: accountIds ?? undefined };
    return { postingSchedule: await this.needs.postingSchedules.create(viewer, { ...given, ...targets }) };
  }

  @Mutation(() => UpdatePostingSchedulePayload, {
    description: `Changes a posting schedule. Queued posts keep their times unless moveQueued is true. Errors: ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NAME_INVALID, TEXT_NOT_PUBLISHABLE, POSTING_SCHEDULE_NAME_TAKEN, TIME_ZONE_INVALID, POSTING_TIMES_INVALID, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTION_NOT_FOUND, CONNECTIONS_NOT_FOUND, QUEUE_FULL, APPROVAL_REQUIRED, ${ERRORS_OF_SCHEDULING}.`,
    complexity: QUEUE_COST,
  })
  async updatePostingSchedule(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => UpdatePostingScheduleInput, { description: 'The changes.' }) input: UpdatePostingScheduleInput,
    @Ctx() context: PostsContext,
  ): Promise<UpdatePostingSchedulePayload> {
    const { scheduleId, moveQueued, name, timeZone, times, platformIds, accountIds } = input;
    const postingSchedule = await this.needs.postingSchedules.update(viewer, {
      id: parseId('scheduleId', scheduleId),
      moveQueued,
      name: name ?? undefined,
      timeZone: timeZone ?? undefined,
      times: times ?? undefined,
      platformIds: platformIds ?? undefined,
      accountIds: accountIds ?? undefined,
    });
    readAnew(context);
    return { postingSchedule };
  }

  @Mutation(() => DeletePostingSchedulePayload, {
    description:
      'Deletes a posting schedule. Posts of its queue keep their times; while it is paused, they stay drafts. Errors: ID_INVALID, POSTING_SCHEDULE_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async deletePostingSchedule(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => DeletePostingScheduleInput, { description: 'The schedule.' }) input: DeletePostingScheduleInput,
  ): Promise<DeletePostingSchedulePayload> {
    const deletedPostingScheduleId = parseId('scheduleId', input.scheduleId);
    await this.needs.postingSchedules.remove(viewer, deletedPostingScheduleId);
    return { deletedPostingScheduleId };
  }

  @Mutation(() => PauseSchedulePayload, {
    description: `Pauses a posting schedule, or resumes it. While it is paused, posts of its queue are drafts without a time, in their order. Once it is resumed, they get its next times: those that were scheduled, and not changed since, are scheduled again; the others are drafts that keep the time. Errors: ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, QUEUE_FULL, ${ERRORS_OF_SCHEDULING}.`,
    complexity: QUEUE_COST,
  })
  async pauseSchedule(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => PauseScheduleInput, { description: 'The schedule.' }) input: PauseScheduleInput,
    @Ctx() context: PostsContext,
  ): Promise<PauseSchedulePayload> {
    const id = parseId('scheduleId', input.scheduleId);
    const { schedule, drafts } = await this.needs.changeQueue.pause(viewer, id, input.paused);
    readAnew(context);
    return { postingSchedule: schedule, drafts };
  }

  @Mutation(() => ReorderQueuePayload, {
    description: `Brings posts of a queue into another order: all of them, or, if one of them has left the queue meanwhile, none. Errors: ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, QUEUE_ORDER_INVALID, QUEUE_CHANGED, APPROVAL_REQUIRED, ${ERRORS_OF_SCHEDULING}.`,
    complexity: QUEUE_COST,
  })
  async reorderQueue(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => ReorderQueueInput, { description: 'The new order.' }) input: ReorderQueueInput,
    @Ctx() context: PostsContext,
  ): Promise<ReorderQueuePayload> {
    const id = parseId('scheduleId', input.scheduleId);
    const groupIds = input.postGroupIds.slice(0, MAX_REORDERED + 1).map((one) => parseId('postGroupIds', one));
    const postingSchedule = await this.needs.changeQueue.reorder(viewer, id, groupIds);
    readAnew(context);
    return { postingSchedule };
  }

  @Mutation(() => ShuffleQueuePayload, {
    description: `Brings the posts of a queue into a random order. Errors: ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, APPROVAL_REQUIRED, ${ERRORS_OF_SCHEDULING}.`,
    complexity: QUEUE_COST,
  })
  async shuffleQueue(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => ShuffleQueueInput, { description: 'The schedule.' }) input: ShuffleQueueInput,
    @Ctx() context: PostsContext,
  ): Promise<ShuffleQueuePayload> {
    const postingSchedule = await this.needs.changeQueue.shuffle(viewer, parseId('scheduleId', input.scheduleId));
    readAnew(context);
    return { postingSchedule };
  }
}
