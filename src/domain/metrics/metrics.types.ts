import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { listOf } from '../../foundation/graphql/cost.js';
import { DateTime, LocalDate } from '../../foundation/graphql/scalars.js';
import { METRIC_NAMES, type MetricName, MetricsState, type MetricValues } from './metrics.js';

registerEnumType(MetricsState, {
  name: 'MetricsState',
  description: 'Whether the numbers of a post or an account were read.',
  valuesConfig: {
    WAITING: { description: 'They are read later: of a post, from an hour after its publication on.' },
    MEASURED: { description: 'They were read.' },
    GONE: { description: 'The post was deleted on its platform. The last values stay.' },
    PERMISSION_MISSING: {
      description:
        'The platform refuses them: mostly, the account was connected without the permission. Connect it again. The last values stay.',
    },
    NOT_SUPPORTED: { description: 'The platform gives no numbers.' },
    FAILED: { description: 'The platform did not give them at the last attempt. The last values stay.' },
  },
});

registerEnumType(METRIC_NAMES, {
  name: 'PostMetric',
  description: 'What is counted of a post, under one name for all platforms.',
  valuesConfig: {
    IMPRESSIONS: { description: 'How often it was shown.' },
    REACH: { description: 'How many people it was shown to.' },
    VIEWS: { description: 'How often its video was played, or the post was viewed.' },
    REACTIONS: { description: 'Likes and other reactions.' },
    COMMENTS: { description: 'Comments and replies.' },
    SHARES: { description: 'Reposts and quotes.' },
    CLICKS: { description: 'Clicks on its links, or on the post.' },
    SAVES: { description: 'Bookmarks.' },
    WATCH_SECONDS: { description: 'How long its video was watched in all, in seconds.' },
    ENGAGEMENTS: { description: 'Reactions, comments, shares, clicks and saves together, of those that are given.' },
  },
});

/** The metrics as GraphQL names them. */
export const PostMetricEnum = METRIC_NAMES;

const COUNT = { nullable: true } as const;

@ObjectType('MetricValues', {
  description:
    'Totals since publication, in whole numbers. Null: no platform gave it. They can fall, when a platform corrects them.',
})
export class MetricValuesType implements MetricValues {
  @Field(() => Float, { ...COUNT, description: 'How often it was shown.' })
  impressions: number | null;

  @Field(() => Float, {
    ...COUNT,
    description:
      'How many people it was shown to. Null for several posts: the same people may have seen them, so that a sum would be too high.',
  })
  reach: number | null;

  @Field(() => Float, { ...COUNT, description: 'How often its video was played, or the post was viewed.' })
  views: number | null;

  @Field(() => Float, { ...COUNT, description: 'Likes and other reactions.' })
  reactions: number | null;

  @Field(() => Float, { ...COUNT, description: 'Comments and replies.' })
  comments: number | null;

  @Field(() => Float, { ...COUNT, description: 'Reposts and quotes.' })
  shares: number | null;

  @Field(() => Float, { ...COUNT, description: 'Clicks on its links, or on the post.' })
  clicks: number | null;

  @Field(() => Float, { ...COUNT, description: 'Bookmarks.' })
  saves: number | null;

  @Field(() => Float, { ...COUNT, description: 'How long its video was watched in all, in seconds.' })
  watchSeconds: number | null;

  @Field(() => Float, {
    ...COUNT,
    description: 'Reactions, comments, shares, clicks and saves together, of those that are given.',
  })
  engagements: number | null;
}

@ObjectType('OwnMetric', { description: 'A number under the platform’s own name.' })
export class OwnMetricType {
  @Field(() => String, { description: 'As the platform names it.' })
  name: string;

  @Field(() => Float, { description: 'As the platform gave it.' })
  value: number;
}

@ObjectType('MetricPoint', { description: 'The values of a post at a time.' })
export class MetricPointType {
  @Field(() => DateTime, { description: 'When they were read.' })
  at: Date;

  @Field(() => MetricValuesType, { description: 'The totals at that time.' })
  values: MetricValues;
}

@ObjectType('PostMetrics', { description: 'What a platform post achieved.' })
export class PostMetricsType {
  @Field(() => MetricsState, { description: 'Whether its numbers were read.' })
  state: MetricsState;

  @Field(() => MetricValuesType, { description: 'The latest values; all null before the first reading.' })
  values: MetricValues;

  @Field(() => [OwnMetricType], {
    description: 'The latest values under the platform’s own names, by name: at most 40.',
    complexity: listOf(10),
  })
  own: OwnMetricType[];

  @Field(() => DateTime, { nullable: true, description: 'When the latest values were read; null: not yet.' })
  measuredAt: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it is read next, about; null: no more.' })
  nextAt: Date | null;

  @Field(() => [MetricPointType], {
    description:
      'All readings, oldest first: about 1 hour, 6 hours, 1, 3, 7 and 30 days after publication. One that was missed is not made up.',
    complexity: listOf(6),
  })
  points: MetricPointType[];
}

@ObjectType('PostGroupMetrics', { description: 'What the posts of a group achieved together.' })
export class PostGroupMetricsType {
  @Field(() => MetricValuesType, {
    description: 'Sums over its platform posts, of the values that are given; reach is null where several have one.',
  })
  values: MetricValues;

  @Field(() => Int, {
    description: 'Posts whose numbers were read. A thread counts once, if those of at least one part were.',
  })
  measuredPosts: number;

  @Field(() => Int, { description: 'Posts that were published. A thread counts once.' })
  posts: number;

  @Field(() => [PostMetricEnum], {
    description: 'Metrics that some of the posts do not have, so that their sums leave these posts out.',
  })
  missing: MetricName[];
}

export const MetricsInterval = { DAY: 'DAY', WEEK: 'WEEK', MONTH: 'MONTH' } as const;
export type MetricsInterval = (typeof MetricsInterval)[keyof typeof MetricsInterval];
registerEnumType(MetricsInterval, {
  name: 'MetricsInterval',
  description: 'How far points are apart.',
  valuesConfig: {
    DAY: { description: 'A day.' },
    WEEK: { description: 'A week, from Monday on.' },
    MONTH: { description: 'A month of the calendar.' },
  },
});

@ObjectType('AccountMetricPoint', { description: 'The numbers of an account at the end of an interval.' })
export class AccountMetricPointType {
  @Field(() => LocalDate, { description: 'The first day of the interval, in UTC.' })
  date: string;

  @Field(() => Float, { ...COUNT, description: 'Its followers; null: not given.' })
  followers: number | null;

  @Field(() => Float, { ...COUNT, description: 'All its posts on the platform; null: not given.' })
  posts: number | null;
}

@ObjectType('AccountMetrics', { description: 'The numbers of a connected account.' })
export class AccountMetricsType {
  @Field(() => MetricsState, { description: 'Whether its numbers and those of its posts are read.' })
  state: MetricsState;

  @Field(() => [String], {
    description: 'Permissions of the platform that it was connected without; empty unless PERMISSION_MISSING.',
  })
  missingScopes: string[];

  @Field(() => [PostMetricEnum], {
    description: 'What its platform gives of posts; which of them a post has, depends on its kind. Empty: nothing.',
  })
  supported: MetricName[];

  @Field(() => Float, { ...COUNT, description: 'Its followers at the latest reading in the range; null: not given.' })
  followers: number | null;

  @Field(() => [AccountMetricPointType], {
    description:
      'One for each interval with a reading, oldest first. Accounts are read daily; of months more than 400 days ago, the last reading is kept.',
    complexity: listOf(30),
  })
  points: AccountMetricPointType[];
}
