import { GraphQLDateTimeISO, GraphQLJSONObject, GraphQLLocalDate } from 'graphql-scalars';
import { Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FailureCodeEnum } from '../../foundation/graphql/enums.js';
import type { FailureCode } from '../../platforms/port/failure.js';
import { type DayRange, METRICS, type Metric, REACTION_TYPES } from '../../platforms/port/interactions.js';

/** An enum whose names are its values. */
const named = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const MetricEnum = named(METRICS);
registerEnumType(MetricEnum, {
  name: 'Metric',
  description: 'What is counted of posts.',
  valuesConfig: {
    IMPRESSION: { description: 'How often they were shown.' },
    MEMBERS_REACHED: { description: 'To how many members.' },
    RESHARE: { description: 'How often they were shared on.' },
    REACTION: { description: 'How many reactions there are.' },
    COMMENT: { description: 'How many comments.' },
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

@InputType('DayRange', { description: 'Days, in UTC.' })
export class DayRangeInput implements DayRange {
  @Field(() => GraphQLLocalDate, { description: 'The first day.' })
  start: string;

  @Field(() => GraphQLLocalDate, { description: 'The first day that is not meant.' })
  end: string;
}

@ObjectType({ description: 'Why a number could not be had: the platform refused, or could not be asked.' })
export class StatisticFailure {
  @Field(() => FailureCodeEnum, { description: 'What kind of failure it is, the same for all platforms.' })
  code: FailureCode;

  @Field(() => String, { description: 'What happened, for people.' })
  message: string;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the platform’s response; null if there was none.' })
  platformStatusCode: number | null;

  @Field(() => String, { nullable: true, description: 'The platform’s own words; null when it said none.' })
  platformError: string | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When the platform allows the next request; null when it does not say.',
  })
  retryAt: Date | null;
}

@ObjectType('DayCount', { description: 'What was counted on a day.' })
export class DayCountType {
  @Field(() => GraphQLLocalDate, { description: 'The day, in UTC.' })
  date: string;

  @Field(() => Float, { nullable: true, description: 'How much; null when the platform cannot tell.' })
  count: number | null;
}

/** What every number tells beside itself. */
@ObjectType()
abstract class Statistic {
  @Field(() => Boolean, { description: 'Whether it was known already: what a platform tells is kept for 30 minutes.' })
  cached: boolean;

  @Field(() => StatisticFailure, { nullable: true, description: 'Why it could not be had; null when it could.' })
  failure: StatisticFailure | null;
}

@ObjectType({ description: 'A number of followers.' })
export class FollowerTotal extends Statistic {
  @Field(() => Float, { nullable: true, description: 'How many; null when it failed.' })
  count: number | null;
}

@ObjectType({ description: 'Followers that came, by day.' })
export class FollowerGrowth extends Statistic {
  @Field(() => [DayCountType], { nullable: true, description: 'In the order of the days; null when it failed.' })
  points: DayCountType[] | null;

  @Field(() => Float, { nullable: true, description: 'The sum of all days; null when it failed.' })
  total: number | null;
}

@ObjectType({ description: 'One metric, counted.' })
export class MetricTotal extends Statistic {
  @Field(() => MetricEnum, { description: 'What is counted.' })
  metric: Metric;

  @Field(() => Float, { nullable: true, description: 'How much; null when it failed or the platform cannot tell.' })
  count: number | null;
}

@ObjectType({ description: 'One metric, by day.' })
export class MetricSeries extends Statistic {
  @Field(() => MetricEnum, { description: 'What is counted.' })
  metric: Metric;

  @Field(() => [DayCountType], { nullable: true, description: 'In the order of the days; null when it failed.' })
  points: DayCountType[] | null;
}

@ObjectType('NetworkComment', { description: 'A comment as the platform took it.' })
export class NetworkCommentType {
  @Field(() => String, { description: 'Its number, as text: removeComment takes it.' })
  id: string;

  @Field(() => String, { description: 'Its URN: the parentComment of replies.' })
  commentUrn: string;

  @Field(() => String, { description: 'The text as it was given.' })
  message: string;

  @Field(() => GraphQLJSONObject, { description: 'All that the platform answered, in its own words.' })
  fields: Record<string, unknown>;
}

@ObjectType('UrnTranslation', { description: 'What was used in the place of an id that stands for a post.' })
export class UrnTranslationType {
  @Field(() => String, { description: 'The id as it was given.' })
  from: string;

  @Field(() => String, { description: 'The post’s own id.' })
  to: string;
}
