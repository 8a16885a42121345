import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime, Int64, JSONObject, LocalDate } from '../../foundation/graphql/scalars.js';
import type { FailureCode } from '../../platforms/port/failure.js';
import { type DayRange, METRICS, type Metric, REACTION_TYPES } from '../../platforms/port/interactions.js';
import { FailureCodeEnum } from '../platforms/platform.types.js';

/** An enum whose names are its values. */
const named = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const MetricEnum = named(METRICS);
registerEnumType(MetricEnum, {
  name: 'Metric',
  description: 'A metric of posts.',
  valuesConfig: {
    IMPRESSION: { description: 'Number of impressions.' },
    MEMBERS_REACHED: { description: 'Number of members reached.' },
    RESHARE: { description: 'Number of reshares.' },
    REACTION: { description: 'Number of reactions.' },
    COMMENT: { description: 'Number of comments.' },
  },
});

export const ReactionTypeEnum = named(REACTION_TYPES);
registerEnumType(ReactionTypeEnum, {
  name: 'ReactionType',
  description: 'A reaction to a post.',
  valuesConfig: {
    LIKE: { description: 'Members see “Like”.' },
    PRAISE: { description: 'Members see “Celebrate”.' },
    EMPATHY: { description: 'Members see “Love”.' },
    INTEREST: { description: 'Members see “Insightful”.' },
    APPRECIATION: { description: 'Members see “Support”.' },
    ENTERTAINMENT: { description: 'Members see “Funny”.' },
  },
});

@InputType('DayRange', { description: 'A range of days, in UTC.' })
export class DayRangeInput implements DayRange {
  @Field(() => LocalDate, { description: 'The first day.' })
  start: string;

  @Field(() => LocalDate, { description: 'The day after the last one (exclusive).' })
  end: string;
}

@ObjectType({
  description: 'Why a statistic is unavailable: the platform rejected the request, or could not be reached.',
})
export class StatisticFailure {
  @Field(() => FailureCodeEnum, { description: 'The kind of failure, the same for all platforms.' })
  code: FailureCode;

  @Field(() => String, { description: 'Human-readable message.' })
  message: string;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the platform’s response; null if there was none.' })
  platformStatusCode: number | null;

  @Field(() => String, { nullable: true, description: 'The platform’s own message; null if there was none.' })
  platformError: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the platform allows the next request; null if unknown.',
  })
  retryAt: Date | null;
}

@ObjectType('DayCount', { description: 'The count of one day.' })
export class DayCountType {
  @Field(() => LocalDate, { description: 'The day, in UTC.' })
  date: string;

  @Field(() => Int64, { nullable: true, description: 'The count; null if the platform does not provide it.' })
  count: number | null;
}

/** Common fields of every statistic. */
@ObjectType()
abstract class Statistic {
  @Field(() => Boolean, { description: 'Whether it was served from the cache: results are cached for 30 minutes.' })
  cached: boolean;

  @Field(() => StatisticFailure, { nullable: true, description: 'Why it is unavailable; null on success.' })
  failure: StatisticFailure | null;
}

@ObjectType({ description: 'A number of followers.' })
export class FollowerTotal extends Statistic {
  @Field(() => Int64, { nullable: true, description: 'The count; null on failure.' })
  count: number | null;
}

@ObjectType({ description: 'Followers gained, by day.' })
export class FollowerGrowth extends Statistic {
  @Field(() => [DayCountType], { nullable: true, description: 'In order of the days; null on failure.' })
  points: DayCountType[] | null;

  @Field(() => Int64, { nullable: true, description: 'The sum of all days; null on failure.' })
  total: number | null;
}

@ObjectType({ description: 'The total of one metric.' })
export class MetricTotal extends Statistic {
  @Field(() => MetricEnum, { description: 'Which metric it is.' })
  metric: Metric;

  @Field(() => Int64, {
    nullable: true,
    description: 'The count; null on failure, or if the platform does not provide it.',
  })
  count: number | null;
}

@ObjectType({ description: 'One metric, by day.' })
export class MetricSeries extends Statistic {
  @Field(() => MetricEnum, { description: 'Which metric it is.' })
  metric: Metric;

  @Field(() => [DayCountType], { nullable: true, description: 'In order of the days; null on failure.' })
  points: DayCountType[] | null;
}

@ObjectType('NetworkComment', { description: 'A comment, as returned by the platform.' })
export class NetworkCommentType {
  @Field(() => ID, { description: 'Its URN: unique over all posts.' })
  id: string;

  @Field(() => String, { description: 'Its number, as a string; accepted by removeComment.' })
  commentId: string;

  @Field(() => String, { description: 'Its URN; use it as parentComment of replies.' })
  commentUrn: string;

  @Field(() => String, { description: 'The text as given.' })
  message: string;

  @Field(() => JSONObject, { description: 'The platform’s response, unchanged.' })
  fields: Record<string, unknown>;
}

@ObjectType('UrnTranslation', { description: 'The translation of an activity id to the id of its post.' })
export class UrnTranslationType {
  @Field(() => String, { description: 'The id as given.' })
  from: string;

  @Field(() => String, { description: 'The post’s own id.' })
  to: string;
}
