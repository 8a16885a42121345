import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { listOf } from '../../foundation/graphql/cost.js';
import { LocalDate } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { PlatformPostType, PostGroupType } from '../posts/graphql/post-group.types.js';
import { Weekday } from '../schedules/weekly-times.js';
import type { MetricValues } from './metrics.js';
import { MetricValuesType } from './metrics.types.js';
import { MetricsGrouping, type Period } from './metrics-filter.js';

registerEnumType(MetricsGrouping, {
  name: 'MetricsGrouping',
  description: 'What the posts of a report are grouped by.',
  valuesConfig: {
    PLATFORM: { description: 'The platform.' },
    ACCOUNT: { description: 'The account, connected or not.' },
    LABEL: { description: 'Their labels. A post with several is in several groups, and counts once in the total.' },
    AUTHOR: { description: 'The person who created them.' },
    DAY: { description: 'The day of publication.' },
    WEEK: { description: 'The week of publication, from Monday on.' },
    MONTH: { description: 'The month of publication.' },
  },
});

@InputType('MetricsFilter', {
  description:
    'Posts by when they were published, and by more. A thread was published when its first part was. All conditions must hold; an empty list matches nothing. Errors: FILTER_INVALID, TIME_ZONE_INVALID, PLATFORM_ID_INVALID, ID_INVALID.',
})
export class MetricsFilterInput {
  @Field(() => LocalDate, { description: 'The first day of publication.' })
  from: string;

  @Field(() => LocalDate, {
    description: 'The day after the last one (exclusive): at most 366 days after the first. FILTER_INVALID.',
  })
  to: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Whose days and hours these are: a name of the IANA time zone database, such as `Europe/Berlin`. TIME_ZONE_INVALID. Defaults to that of the account, or UTC.',
  })
  timeZone?: string | null;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Posts on one of these platforms.' })
  platforms?: PlatformKey[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Posts of one of these accounts by their platform ids, connected or not; at most 100.',
  })
  platformIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Posts with one of these labels; at most 200.' })
  labelIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Posts that one of these people created, by their ids; at most 200.',
  })
  authorIds?: string[] | null;
}

@ObjectType('MetricsSum', { description: 'What posts achieved together, by their latest values.' })
export class MetricsSumType {
  @Field(() => Int, { description: 'Posts that were published. A thread counts once for each account.' })
  posts: number;

  @Field(() => Int, { description: 'Posts whose numbers were read; of a thread, those of at least one part.' })
  measuredPosts: number;

  @Field(() => MetricValuesType, {
    description:
      'Sums of the values that are given: a post without a metric adds nothing to it. Reach is null where several posts have one.',
  })
  values: MetricValues;

  @Field(() => Float, {
    nullable: true,
    description:
      'Followers of the accounts that were connected at the end of the period, together. Null: not given, with a filter by labels or authors, and in groups other than PLATFORM and ACCOUNT.',
  })
  followers: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'How many more followers they have than at the begin of the period, or at the first reading in it. Null as for followers.',
  })
  followersChange: number | null;
}

@ObjectType('MetricsGroup', { description: 'Posts of a report with one thing in common.' })
export class MetricsGroupType {
  @Field(() => String, {
    description:
      'What they have in common: a platform’s key, a platform id, the id of a label or a person, or the first day. Empty: no label, or created by a program.',
  })
  key: string;

  @Field(() => String, {
    description: 'Its name as people read it; for a day, a week or a month the first day. Empty: unknown, or none.',
  })
  name: string;

  @Field(() => MetricsSumType, { description: 'The posts of the period.' })
  total: MetricsSumType;

  @Field(() => MetricsSumType, {
    nullable: true,
    description:
      'Those of the period before it, with `compare`. Of a day, a week or a month: posts that were published a month earlier if the period is a calendar month, a year earlier if it is a year, and otherwise as many days earlier as it has. Days 29 to 31 of a longer month before count in weeks and months, and in no day.',
  })
  previous: MetricsSumType | null;
}

@ObjectType('MetricsPeriod', { description: 'Days of a report.' })
export class MetricsPeriodType {
  @Field(() => LocalDate, { description: 'The first day.' })
  from: string;

  @Field(() => LocalDate, { description: 'The day after the last one.' })
  to: string;
}

@ObjectType('MetricsReport', { description: 'What the posts of a period achieved.' })
export class MetricsReportType {
  @Field(() => MetricsSumType, { description: 'All posts of the period.' })
  total: MetricsSumType;

  @Field(() => MetricsSumType, {
    nullable: true,
    description: 'All posts of the period before it; null without `compare`.',
  })
  previous: MetricsSumType | null;

  @Field(() => MetricsPeriodType, {
    nullable: true,
    description:
      'The period before, which is the one of `previous`; null without `compare`. Of a calendar month the month before, of a year the year before, otherwise as many days.',
  })
  comparedWith: Period | null;

  @Field(() => [MetricsGroupType], {
    description:
      'Empty without `groupBy`. Groups without posts are left out, except accounts and platforms with followers. Days, weeks and months in their order, others by engagements, highest first; at most 500.',
    complexity: listOf(20),
  })
  groups: MetricsGroupType[];
}

@ObjectType('TopPost', { description: 'A post with what it achieved.' })
export class TopPostType {
  @Field(() => PlatformPostType, { description: 'The post; of a thread its first part.' })
  post: PlatformPostType;

  @Field(() => PostGroupType, { description: 'Its group.' })
  postGroup: PostGroupType;

  @Field(() => MetricValuesType, {
    description: 'The latest values; of a thread the sums of its parts.',
  })
  values: MetricValues;
}

@ObjectType('BestTime', { description: 'How posts do that are published in an hour of the week.' })
export class BestTimeType {
  @Field(() => Weekday, { description: 'The day of the week.' })
  weekday: Weekday;

  @Field(() => Int, { description: 'The hour, 0 to 23, on the clocks of the time zone.' })
  hour: number;

  @Field(() => Int, {
    description: 'Posts behind it. One that went to several accounts counts once, with their average.',
  })
  posts: number;

  @Field(() => Float, {
    description:
      'What a post of this hour can be expected to get: the average of its posts, closer to that of all posts the fewer they are.',
  })
  average: number;

  @Field(() => Float, { description: 'How much its own posts count in that, 0 to 1: half with 5 posts.' })
  confidence: number;
}

@ObjectType('BestTimes', { description: 'When posts do best.' })
export class BestTimesType {
  @Field(() => Int, { description: 'Posts that were counted: those that have the metric.' })
  posts: number;

  @Field(() => Boolean, {
    description: 'Whether there are enough posts to say so: as many as `needed`, from at least 3 weeks.',
  })
  isEnough: boolean;

  @Field(() => Int, { description: 'How many posts it takes.' })
  needed: number;

  @Field(() => MetricsPeriodType, { description: 'When the posts were published.' })
  period: Period;

  @Field(() => String, { description: 'Whose hours these are: a name of the IANA time zone database.' })
  timeZone: string;

  @Field(() => [BestTimeType], {
    description: 'The hours in which posts were published, in the order of the week; at most 168.',
    complexity: listOf(50),
  })
  hours: BestTimeType[];

  @Field(() => [BestTimeType], {
    description:
      'The best hours for a posting schedule, best first: at most 5, on different days or at least 3 hours apart, all with 3 posts or more and better than the average. Empty unless there are enough posts.',
    complexity: listOf(5),
  })
  proposals: BestTimeType[];
}
