import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { OccurrenceState, RecurrenceState, RecurrenceWarning } from './recurrences.js';

registerEnumType(RecurrenceState, {
  name: 'RecurrenceState',
  description: 'Whether posts of a recurrence are created.',
  valuesConfig: {
    ACTIVE: { description: 'Posts are created up to 60 days ahead, or as far as the plan allows.' },
    PAUSED: { description: 'No posts are created, and those that were not sent and not edited were removed.' },
    ENDED: { description: 'The time of the last occurrence has passed, or the template was deleted.' },
  },
});
registerEnumType(OccurrenceState, {
  name: 'OccurrenceState',
  description: 'What became of an occurrence.',
  valuesConfig: {
    CREATED: { description: 'Its post was created.' },
    SKIPPED: { description: 'It has no post: it was skipped, or its post was deleted before its time.' },
    MISSED: { description: 'Its post could not be created in time. It is not sent late by itself.' },
  },
});
registerEnumType(RecurrenceWarning, {
  name: 'RecurrenceWarning',
  description: 'What may not be as intended.',
  valuesConfig: {
    SAME_TEXT: { description: 'Every post has the same text: platforms may refuse it. Add texts.' },
    SHORT_MONTHS: {
      description: 'Months without the day are left out. BYMONTHDAY=-1 is the last day of each month.',
    },
  },
});

@ObjectType('OccurrenceProblem', { description: 'Why a post could not be created.' })
export class OccurrenceProblemType {
  @Field(() => String, { description: 'An error code of createPost, or `TOO_LATE`: the service was down.' })
  code: string;

  @Field(() => String, { description: 'What happened, for people.' })
  message: string;
}

@ObjectType('Recurrence', {
  implements: Node,
  description: 'A post that is created again and again, by a rule of RFC 5545. Its posts are ordinary groups.',
})
export class RecurrenceType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'The value of an RRULE, such as `FREQ=WEEKLY;BYDAY=MO,FR`.' })
  rule: string;

  @Field(() => String, { description: 'A name of the IANA time zone database, such as `Europe/Berlin`.' })
  timeZone: string;

  @Field(() => DateTime, {
    description: 'Where the rule begins. Its time of day on the clocks of the time zone is that of each occurrence.',
  })
  startsAt: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Occurrences from here on are those of another recurrence that follows. Null: none follows.',
  })
  endsBefore: Date | null;

  @Field(() => [String], { description: 'Texts that take turns with that of the template, in this order.' })
  texts: string[];

  @Field(() => DateTime, { nullable: true, description: 'When it was paused; null: it is not.' })
  pausedAt: Date | null;

  @Field(() => OccurrenceProblemType, {
    nullable: true,
    description:
      'Why the next post could not be created yet. It is tried again until its time, then it is missed. Null: no problem.',
  })
  problem: OccurrenceProblemType | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: Date;
}

@ObjectType('Occurrence', { description: 'A time of a recurrence that was looked at.' })
export class OccurrenceType {
  @Field(() => DateTime, { description: 'The time by the rule. Its post may have another one since.' })
  occursAt: Date;

  @Field(() => OccurrenceState, { description: 'What became of it.' })
  state: OccurrenceState;

  @Field(() => OccurrenceProblemType, { nullable: true, description: 'Why it was missed; null: it was not.' })
  problem: OccurrenceProblemType | null;

  groupId: string | null;
  groupUpdatedAt: Date | null;
}

export const RecurrenceConnection = connectionOf('Recurrence', RecurrenceType);
export const OccurrenceConnection = connectionOf('Occurrence', OccurrenceType);

@ObjectType('RecurrencePlace', { description: 'What a group is for a recurrence.' })
export class RecurrencePlaceType {
  @Field(() => RecurrenceType, { description: 'The recurrence to which the group belongs.' })
  recurrence: RecurrenceType;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The occurrence of which it is the post; null: it is the template.',
  })
  occursAt: Date | null;

  @Field(() => Boolean, {
    description:
      'Whether it was changed since it was created, and is not sent yet: changes of the recurrence leave it alone.',
  })
  edited: boolean;
}

const RULE =
  'An RRULE of RFC 5545, at most 300 characters: FREQ (DAILY, WEEKLY, MONTHLY or YEARLY), INTERVAL (at most 366), COUNT (at most 1,000) or UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS and WKST. At most one occurrence a day; dates that do not exist are left out. RECURRENCE_RULE_INVALID.';
const ZONE = 'A name of the IANA time zone database, such as `Europe/Berlin`, in any letter case: TIME_ZONE_INVALID.';
const START =
  'Where the rule begins, in whole minutes: at most 10 years ago and 5 years ahead. Its time of day in the time zone is that of each occurrence: one that clocks skip is as much later, of one that they show twice it is the first. RECURRENCE_START_INVALID.';
const TEXTS =
  'Texts that take turns with that of the template: platforms refuse the same text again. At most 20, of 500,000 characters together. RECURRENCE_TEXTS_INVALID, CONTENT_REQUIRED, CONTENT_TOO_LONG, TEXT_NOT_PUBLISHABLE.';

@InputType({ description: 'A new recurrence.' })
export class CreateRecurrenceInput {
  @Field(() => ID, {
    description:
      'The post that is repeated, with its files, settings, own texts and labels: 24 hexadecimal characters. A draft becomes the template, and stays a draft; of any other post, a copy does.',
  })
  postGroupId: string;

  @Field(() => String, { description: RULE })
  rule: string;

  @Field(() => String, { description: ZONE })
  timeZone: string;

  @Field(() => DateTime, { description: START })
  startsAt: Date;

  @Field(() => [String], { defaultValue: [], description: TEXTS })
  texts: string[];
}

@ObjectType({ description: 'Result of createRecurrence.' })
export class CreateRecurrencePayload {
  @Field(() => RecurrenceType, { description: 'The recurrence as it is now.' })
  recurrence: RecurrenceType;
}

@InputType({ description: 'Changes of a recurrence. An omitted field, or null, keeps its value.' })
export class UpdateRecurrenceInput {
  @Field(() => ID, { description: 'The recurrence: 24 hexadecimal characters.' })
  recurrenceId: string;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'This occurrence and the following ones change: the recurrence ends before it, and another one follows. A time of the rule in the future: OCCURRENCE_NOT_FOUND. Null: all occurrences whose posts are not sent.',
  })
  from?: Date | null;

  @Field(() => ID, { nullable: true, description: 'Another post that is repeated, as in createRecurrence.' })
  postGroupId?: string | null;

  @Field(() => String, { nullable: true, description: RULE })
  rule?: string | null;

  @Field(() => String, { nullable: true, description: ZONE })
  timeZone?: string | null;

  @Field(() => DateTime, { nullable: true, description: START })
  startsAt?: Date | null;

  @Field(() => [String], { nullable: true, description: `Replaces all. ${TEXTS}` })
  texts?: string[] | null;
}

@ObjectType({ description: 'Result of updateRecurrence.' })
export class UpdateRecurrencePayload {
  @Field(() => RecurrenceType, { description: 'The recurrence; with `from`, the one that follows.' })
  recurrence: RecurrenceType;
}

@InputType({ description: 'The recurrence to pause or resume.' })
export class PauseRecurrenceInput {
  @Field(() => ID, { description: 'The recurrence: 24 hexadecimal characters.' })
  recurrenceId: string;

  @Field(() => Boolean, { defaultValue: true, description: 'False: it is resumed.' })
  paused: boolean;
}

@ObjectType({ description: 'Result of pauseRecurrence.' })
export class PauseRecurrencePayload {
  @Field(() => RecurrenceType, { description: 'The recurrence as it is now.' })
  recurrence: RecurrenceType;
}

@InputType({ description: 'The recurrence to delete.' })
export class DeleteRecurrenceInput {
  @Field(() => ID, { description: 'The recurrence: 24 hexadecimal characters.' })
  recurrenceId: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether posts that were not sent stay, at their times.' })
  keepPosts: boolean;
}

@ObjectType({ description: 'Result of deleteRecurrence.' })
export class DeleteRecurrencePayload {
  @Field(() => ID, { description: 'Id of the deleted recurrence.' })
  deletedRecurrenceId: string;
}

@InputType({ description: 'The occurrence to skip.' })
export class SkipOccurrenceInput {
  @Field(() => ID, { description: 'The recurrence: 24 hexadecimal characters.' })
  recurrenceId: string;

  @Field(() => DateTime, { description: 'The occurrence: its time by the rule. OCCURRENCE_NOT_FOUND.' })
  occursAt: Date;
}

@ObjectType({ description: 'Result of skipOccurrence.' })
export class SkipOccurrencePayload {
  @Field(() => RecurrenceType, { description: 'The recurrence as it is now.' })
  recurrence: RecurrenceType;
}

@InputType({ description: 'The occurrence whose post is created.' })
export class RestoreOccurrenceInput {
  @Field(() => ID, { description: 'The recurrence: 24 hexadecimal characters.' })
  recurrenceId: string;

  @Field(() => DateTime, { description: 'The occurrence: its time by the rule. OCCURRENCE_NOT_FOUND.' })
  occursAt: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its post goes out; a past time is now. Null: at its time, OCCURRENCE_PAST once that has passed.',
  })
  scheduledTime?: Date | null;
}

@ObjectType({ description: 'Result of restoreOccurrence.' })
export class RestoreOccurrencePayload {
  @Field(() => RecurrenceType, { description: 'The recurrence as it is now.' })
  recurrence: RecurrenceType;
}
