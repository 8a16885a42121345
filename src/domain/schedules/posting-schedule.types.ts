import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { Weekday } from './weekly-times.js';

registerEnumType(Weekday, {
  name: 'Weekday',
  description: 'A day of the week.',
  valuesConfig: {
    MONDAY: { description: 'The first day of a week.' },
    TUESDAY: { description: 'The second day.' },
    WEDNESDAY: { description: 'The third day.' },
    THURSDAY: { description: 'The fourth day.' },
    FRIDAY: { description: 'The fifth day.' },
    SATURDAY: { description: 'The sixth day.' },
    SUNDAY: { description: 'The seventh day.' },
  },
});

@ObjectType('WeeklyTime', { description: 'A time of each week.' })
export class WeeklyTimeType {
  @Field(() => Weekday, { description: 'The day.' })
  weekday: Weekday;

  @Field(() => String, { description: 'On the clocks of the schedule’s time zone, as HH:MM.' })
  time: string;
}

@ObjectType('PostingSchedule', {
  implements: Node,
  description: 'Weekly times at which posts of a queue are published, one at each.',
})
export class PostingScheduleType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Its name, which no other schedule of the account has.' })
  name: string;

  @Field(() => String, { description: 'A name of the IANA time zone database, such as `Europe/Berlin`.' })
  timeZone: string;

  @Field(() => [WeeklyTimeType], {
    description:
      'In the order of the week. Clocks change: a time that they skip is as much later as they skip, of a time that they show twice it is the first.',
  })
  times: WeeklyTimeType[];

  @Field(() => [String], { description: 'Platform ids of the connections that it is for; empty: all.' })
  platformIds: string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was paused. Posts of its queue are drafts without a time since. Null: it is not paused.',
  })
  pausedAt: Date | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: Date;
}

export const PostingScheduleConnection = connectionOf('PostingSchedule', PostingScheduleType);
export const QueuedPostConnection = connectionOf('QueuedPost', PostGroupType);

@ObjectType('QueuePlace', { description: 'The place of a group in a queue.' })
export class QueuePlaceType {
  @Field(() => PostingScheduleType, { description: 'The posting schedule whose queue it is.' })
  schedule: PostingScheduleType;

  @Field(() => Int, { description: 'From 1.' })
  position: number;
}

@InputType({ description: 'A time of each week.' })
export class WeeklyTimeInput {
  @Field(() => Weekday, { description: 'The day.' })
  weekday: Weekday;

  @Field(() => String, { description: 'On the clocks of the time zone: HH:MM, 00:00 to 23:59.' })
  time: string;
}

const NAME =
  '1 to 100 characters, and no other schedule has it in any letter case. POSTING_SCHEDULE_NAME_INVALID, POSTING_SCHEDULE_NAME_TAKEN, TEXT_NOT_PUBLISHABLE.';
const ZONE = 'A name of the IANA time zone database, such as `Europe/Berlin`, in any letter case: TIME_ZONE_INVALID.';
const TIMES = '1 to 200; one that is given twice counts once. POSTING_TIMES_INVALID.';
const PLATFORM_IDS =
  'The connections that it is for, as platform ids, at most 100: PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND.';
const ACCOUNT_IDS = 'The same as ids of connected accounts: ID_INVALID, CONNECTION_NOT_FOUND.';

@InputType({ description: 'A new schedule.' })
export class CreatePostingScheduleInput {
  @Field(() => String, { description: NAME })
  name: string;

  @Field(() => String, { description: ZONE })
  timeZone: string;

  @Field(() => [WeeklyTimeInput], { description: TIMES })
  times: WeeklyTimeInput[];

  @Field(() => [String], { nullable: true, description: `${PLATFORM_IDS} If none are given, it is for all.` })
  platformIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: ACCOUNT_IDS })
  accountIds?: string[] | null;
}

@ObjectType({ description: 'Result of createPostingSchedule.' })
export class CreatePostingSchedulePayload {
  @Field(() => PostingScheduleType, { description: 'The schedule.' })
  postingSchedule: PostingScheduleType;
}

@InputType({ description: 'Changes of a schedule. An omitted field, or null, keeps its value.' })
export class UpdatePostingScheduleInput {
  @Field(() => ID, { description: 'The schedule: 24 hexadecimal characters.' })
  scheduleId: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => String, { nullable: true, description: ZONE })
  timeZone?: string | null;

  @Field(() => [WeeklyTimeInput], { nullable: true, description: `Replaces all times. ${TIMES}` })
  times?: WeeklyTimeInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Replaces them, together with accountIds. ${PLATFORM_IDS} An empty list: all.`,
  })
  platformIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: ACCOUNT_IDS })
  accountIds?: string[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether queued posts get the next times that the schedule has from now on, in their order. Otherwise they keep theirs.',
  })
  moveQueued: boolean;
}

@ObjectType({ description: 'Result of updatePostingSchedule.' })
export class UpdatePostingSchedulePayload {
  @Field(() => PostingScheduleType, { description: 'The schedule.' })
  postingSchedule: PostingScheduleType;
}

@InputType({ description: 'The schedule to delete.' })
export class DeletePostingScheduleInput {
  @Field(() => ID, { description: 'The schedule: 24 hexadecimal characters.' })
  scheduleId: string;
}

@ObjectType({ description: 'Result of deletePostingSchedule.' })
export class DeletePostingSchedulePayload {
  @Field(() => ID, { description: 'Id of the deleted schedule.' })
  deletedPostingScheduleId: string;
}

@InputType({ description: 'The schedule to pause or resume.' })
export class PauseScheduleInput {
  @Field(() => ID, { description: 'The schedule: 24 hexadecimal characters.' })
  scheduleId: string;

  @Field(() => Boolean, { defaultValue: true, description: 'False: it is resumed.' })
  paused: boolean;
}

@ObjectType({ description: 'Result of pauseSchedule.' })
export class PauseSchedulePayload {
  @Field(() => PostingScheduleType, { description: 'The schedule.' })
  postingSchedule: PostingScheduleType;

  @Field(() => Int, {
    description:
      'Posts of the queue that are drafts now. Once resumed: those that were drafts before it was paused, or were changed while it was.',
  })
  drafts: number;
}

@InputType({ description: 'The new order of posts of a queue.' })
export class ReorderQueueInput {
  @Field(() => ID, { description: 'The schedule: 24 hexadecimal characters.' })
  scheduleId: string;

  @Field(() => [ID], {
    description:
      'Posts of the queue in their new order, 2 to 1,000, each once: QUEUE_ORDER_INVALID, ID_INVALID. They exchange their times: the first gets the earliest. All other posts keep theirs, so the part between two places is enough to move a post.',
  })
  postGroupIds: string[];
}

@ObjectType({ description: 'Result of reorderQueue.' })
export class ReorderQueuePayload {
  @Field(() => PostingScheduleType, { description: 'The schedule.' })
  postingSchedule: PostingScheduleType;
}

@InputType({ description: 'The schedule whose queue is shuffled.' })
export class ShuffleQueueInput {
  @Field(() => ID, { description: 'The schedule: 24 hexadecimal characters.' })
  scheduleId: string;
}

@ObjectType({ description: 'Result of shuffleQueue.' })
export class ShuffleQueuePayload {
  @Field(() => PostingScheduleType, { description: 'The schedule.' })
  postingSchedule: PostingScheduleType;
}
