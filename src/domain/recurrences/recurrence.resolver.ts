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
import { parseTimeZone } from '../identity/account/parse-account.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { type PostsContext, readAnew, shownGroup } from '../posts/graphql/posts.context.js';
import { PostGroupStatus } from '../posts/state/post-group.js';
import type { ChangeOccurrence } from './change-occurrence.use-case.js';
import type { ManageRecurrences } from './manage-recurrences.use-case.js';
import { countOccurrences, occurrencePage, recurrencesById, recurrencesOfUser } from './recurrence.repository.js';
import {
  CreateRecurrenceInput,
  CreateRecurrencePayload,
  DeleteRecurrenceInput,
  DeleteRecurrencePayload,
  OccurrenceConnection,
  OccurrenceType,
  PauseRecurrenceInput,
  PauseRecurrencePayload,
  RecurrenceConnection,
  RecurrencePlaceType,
  RecurrenceType,
  RestoreOccurrenceInput,
  RestoreOccurrencePayload,
  SkipOccurrenceInput,
  SkipOccurrencePayload,
  UpdateRecurrenceInput,
  UpdateRecurrencePayload,
} from './recurrence.types.js';
import { nextTimes, parseRule } from './recurrence-rule.js';
import type { RecurrencesContext } from './recurrences.context.js';
import {
  parseStart,
  type Recurrence,
  RecurrenceState,
  RecurrenceWarning,
  shownState,
  stateOf,
  warningsOf,
} from './recurrences.js';
import { isEdited } from './withdraw.step.js';

const RECURRENCES = byTime('recurrences');
const OCCURRENCES = byTime('occurrences');
const TIMES = points(({ first }) => 5 + (typeof first === 'number' ? first : 10) * COST.property, 5);
const COUNT = { defaultValue: 10, description: '1 to 100. PAGE_INVALID.' };
const NOT_FOUND = 'ID_INVALID, RECURRENCE_NOT_FOUND';
const OF_RULE =
  'RECURRENCE_RULE_INVALID, TIME_ZONE_INVALID, RECURRENCE_START_INVALID, RECURRENCE_TEXTS_INVALID, CONTENT_REQUIRED, CONTENT_TOO_LONG, TEXT_NOT_PUBLISHABLE, VALIDATION_FAILED, RECURRENCE_ENDED, RECURRENCE_LIMIT_REACHED';
const OF_COPY =
  'POST_GROUP_NOT_FOUND, CONNECTIONS_NOT_FOUND, MEDIA_NOT_FOUND, STORAGE_LIMIT_REACHED, DRAFT_LIMIT_REACHED';
const UNSENT: readonly string[] = [PostGroupStatus.DRAFT, PostGroupStatus.SCHEDULED];

/** Its posts may all be removed. */
const CHANGE_COST = COST.recorded + COST.storedText;

/** Recurrences, and their occurrences. */
@Resolver(() => RecurrenceType)
export class RecurrenceResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      recurrences: ManageRecurrences;
      changeOccurrence: ChangeOccurrence;
    },
  ) {}

  @Query(() => RecurrenceConnection, {
    description: 'Your recurrences, oldest first; at most 100. Error: PAGE_INVALID.',
  })
  async recurrences(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<RecurrenceType>> {
    return pageOf({ first, after }, await recurrencesOfUser(this.needs.db, viewer.userId), {
      cursors: RECURRENCES,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Query(() => RecurrenceType, {
    nullable: true,
    description: 'Your recurrence with this id; null if you have none. A malformed id is ID_INVALID.',
  })
  async recurrence(
    @CurrentViewer() { userId }: Viewer,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
  ): Promise<RecurrenceType | null> {
    const [found] = await recurrencesById(this.needs.db, [parseId('id', id)]);
    return found?.userId === userId ? found : null;
  }

  @Query(() => [DateTime], {
    description:
      'The next times that a rule has, without storing anything. Errors: RECURRENCE_RULE_INVALID, TIME_ZONE_INVALID, RECURRENCE_START_INVALID, PAGE_INVALID.',
    complexity: TIMES,
  })
  recurrenceTimes(
    @CurrentViewer() _viewer: Viewer,
    @Arg('rule', () => String, { description: 'As in createRecurrence.' }) rule: string,
    @Arg('timeZone', () => String, { description: 'As in createRecurrence.' }) timeZone: string,
    @Arg('startsAt', () => DateTime, { description: 'As in createRecurrence.' }) startsAt: Date,
    @Arg('first', () => Int, COUNT) first: number,
  ): Date[] {
    const { limit } = parsePage({ first });
    const now = this.needs.clock();
    const parsed = { rule: parseRule(rule), timeZone: parseTimeZone(timeZone), startsAt: parseStart(startsAt, now) };
    return nextTimes(parsed, now, limit);
  }

  @FieldResolver(() => RecurrenceState, { description: 'Whether posts are created.' })
  state(@Root() recurrence: RecurrenceType): RecurrenceState {
    return shownState(recurrence as Recurrence, this.needs.clock());
  }

  @FieldResolver(() => [RecurrenceWarning], { description: 'What may not be as intended; empty: nothing.' })
  warnings(@Root() recurrence: RecurrenceType): RecurrenceWarning[] {
    return warningsOf(recurrence);
  }

  @FieldResolver(() => PostGroupType, {
    nullable: true,
    description:
      'The draft that is copied for each occurrence. Edit it as any draft: posts that are created later are as it is then, those that were created stay until updateRecurrence. Null: it was deleted.',
  })
  async template(
    @Root() recurrence: RecurrenceType,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    const { templateId } = recurrence as Recurrence;
    return templateId === null ? null : shownGroup(info, context, templateId);
  }

  @FieldResolver(() => [DateTime], {
    description: 'The next times for which no post was created yet. None while it is paused. Error: PAGE_INVALID.',
    complexity: TIMES,
  })
  nextTimes(@Root() recurrence: RecurrenceType, @Arg('first', () => Int, COUNT) first: number): Date[] {
    const { limit } = parsePage({ first });
    const of = recurrence as Recurrence;
    if (of.nextAt === null || stateOf(of) !== RecurrenceState.ACTIVE) return [];
    const times = nextTimes(of, new Date(of.nextAt.getTime() - 1), limit);
    return times.filter((time) => of.endsBefore === null || time < of.endsBefore);
  }

  @FieldResolver(() => OccurrenceConnection, {
    description: 'Its occurrences that were looked at, in their order. Error: PAGE_INVALID.',
  })
  occurrences(
    @Root() { id }: RecurrenceType,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('from', () => DateTime, { nullable: true, description: 'Only those from this time on; null: all.' })
    from?: Date | null,
  ): Promise<Connection<OccurrenceType>> {
    const { db } = this.needs;
    return readPage<OccurrenceType, { time: Date; id: string }>(
      { first, after },
      {
        cursors: OCCURRENCES,
        positionOf: ({ occursAt }) => ({ time: occursAt, id }),
        read: ({ after: position, limit }) =>
          occurrencePage(db, id, { from: from ?? null, after: position?.time ?? null, limit }),
        count: () => countOccurrences(db, id, from ?? null),
      },
    );
  }

  @Mutation(() => CreateRecurrencePayload, {
    description: `Repeats a post by a rule. Its posts are scheduled for people who may schedule them; otherwise, and where everybody needs an approval, they are drafts that have the time. An account has at most 100. Errors: ID_INVALID, ${OF_COPY}, ${OF_RULE}.`,
    complexity: COST.recorded + COST.storedText,
  })
  async createRecurrence(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreateRecurrenceInput, { description: 'The recurrence.' }) input: CreateRecurrenceInput,
    @Ctx() context: PostsContext & RecurrencesContext,
  ): Promise<CreateRecurrencePayload> {
    const { postGroupId, ...given } = input;
    const groupId = parseId('postGroupId', postGroupId);
    const recurrence = await this.needs.recurrences.create(viewer, { ...given, groupId });
    readAnew(context);
    return { recurrence };
  }

  @Mutation(() => UpdateRecurrencePayload, {
    description: `Changes a recurrence. Posts that were not sent and not edited are created again; those that are due within 5 minutes stay. Errors: ${NOT_FOUND}, OCCURRENCE_NOT_FOUND, UPDATE_EMPTY, ${OF_COPY}, ${OF_RULE}.`,
    complexity: CHANGE_COST,
  })
  async updateRecurrence(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => UpdateRecurrenceInput, { description: 'The changes.' }) input: UpdateRecurrenceInput,
    @Ctx() context: PostsContext & RecurrencesContext,
  ): Promise<UpdateRecurrencePayload> {
    const { recurrenceId, from, postGroupId, rule, timeZone, startsAt, texts } = input;
    const recurrence = await this.needs.recurrences.update(viewer, {
      id: parseId('recurrenceId', recurrenceId),
      from: from ?? null,
      ...(postGroupId != null && { groupId: parseId('postGroupId', postGroupId) }),
      ...(rule != null && { rule }),
      ...(timeZone != null && { timeZone }),
      ...(startsAt && { startsAt }),
      ...(texts && { texts }),
    });
    readAnew(context);
    return { recurrence };
  }

  @Mutation(() => PauseRecurrencePayload, {
    description: `Pauses a recurrence, or resumes it. Paused, its posts that were not sent and not edited are removed; times that pass meanwhile have no posts. Errors: ${NOT_FOUND}.`,
    complexity: CHANGE_COST,
  })
  async pauseRecurrence(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => PauseRecurrenceInput, { description: 'The recurrence.' }) input: PauseRecurrenceInput,
    @Ctx() context: PostsContext & RecurrencesContext,
  ): Promise<PauseRecurrencePayload> {
    const id = parseId('recurrenceId', input.recurrenceId);
    const recurrence = await this.needs.recurrences.pause(viewer, id, input.paused);
    readAnew(context);
    return { recurrence };
  }

  @Mutation(() => DeleteRecurrencePayload, {
    description: `Deletes a recurrence, and its posts that were not sent unless keepPosts is true. The template stays, as a draft. Errors: ${NOT_FOUND}.`,
    complexity: CHANGE_COST,
  })
  async deleteRecurrence(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeleteRecurrenceInput, { description: 'The recurrence.' }) input: DeleteRecurrenceInput,
    @Ctx() context: PostsContext & RecurrencesContext,
  ): Promise<DeleteRecurrencePayload> {
    const deletedRecurrenceId = parseId('recurrenceId', input.recurrenceId);
    await this.needs.recurrences.remove(viewer, deletedRecurrenceId, input.keepPosts);
    readAnew(context);
    return { deletedRecurrenceId };
  }

  @Mutation(() => SkipOccurrencePayload, {
    description: `Skips an occurrence: its post is removed, or is not created. Errors: ${NOT_FOUND}, OCCURRENCE_NOT_FOUND, POST_GROUP_NOT_UPDATABLE.`,
    complexity: COST.recorded,
  })
  async skipOccurrence(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => SkipOccurrenceInput, { description: 'The occurrence.' }) input: SkipOccurrenceInput,
    @Ctx() context: PostsContext & RecurrencesContext,
  ): Promise<SkipOccurrencePayload> {
    const id = parseId('recurrenceId', input.recurrenceId);
    const recurrence = await this.needs.changeOccurrence.skip(viewer, id, input.occursAt);
    readAnew(context);
    return { recurrence };
  }

  @Mutation(() => RestoreOccurrencePayload, {
    description: `Creates the post of an occurrence that was skipped or missed. Nothing that was missed is sent without this. Errors: ${NOT_FOUND}, OCCURRENCE_NOT_FOUND, OCCURRENCE_HAS_POST, OCCURRENCE_PAST, EMAIL_NOT_CONFIRMED, APPROVAL_REQUIRED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, ${OF_COPY}.`,
    complexity: CHANGE_COST,
  })
  async restoreOccurrence(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => RestoreOccurrenceInput, { description: 'The occurrence.' }) input: RestoreOccurrenceInput,
    @Ctx() context: PostsContext & RecurrencesContext,
  ): Promise<RestoreOccurrencePayload> {
    const { recurrenceId, occursAt, scheduledTime = null } = input;
    const id = parseId('recurrenceId', recurrenceId);
    const recurrence = await this.needs.changeOccurrence.restore(viewer, id, { occursAt, scheduledTime });
    readAnew(context);
    return { recurrence };
  }
}

/** The posts of occurrences. */
@Resolver(() => OccurrenceType)
export class OccurrenceResolver {
  @FieldResolver(() => PostGroupType, {
    nullable: true,
    description: 'Its post; null: it has none, or it was deleted.',
  })
  async postGroup(
    @Root() { groupId }: OccurrenceType,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    return groupId === null ? null : shownGroup(info, context, groupId);
  }
}

/** What a group is for a recurrence. */
@Resolver(() => PostGroupType)
export class RecurrencePlaceResolver {
  @FieldResolver(() => RecurrencePlaceType, {
    nullable: true,
    description: 'The recurrence that it belongs to; null: to none.',
    // Most groups of a page belong to none.
    complexity: points(() => COST.property, COST.property),
  })
  async recurrence(
    @Root() group: PostGroupType,
    @Ctx() { loaders }: RecurrencesContext,
  ): Promise<RecurrencePlaceType | null> {
    const [occurrence, ofTemplate] = await Promise.all([
      loaders.occurrenceOfGroup.load(group.id),
      loaders.recurrenceOfTemplate.load(group.id),
    ]);
    const recurrence = occurrence ? await loaders.recurrence.load(occurrence.recurrenceId) : ofTemplate;
    if (!recurrence) return null;
    return {
      recurrence,
      occursAt: occurrence?.occursAt ?? null,
      edited: occurrence !== null && UNSENT.includes(group.status) && isEdited(occurrence, group),
    };
  }
}
