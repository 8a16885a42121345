import { Arg, FieldResolver, Resolver, Root } from 'type-graphql';
import { COST, points } from '../../foundation/graphql/cost.js';
import type { Failure } from '../../platforms/port/failure.js';
import { type DayCount, METRICS, type Metric } from '../../platforms/port/interactions.js';
import { ConnectedAccountType } from '../accounts/connection.types.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { PlatformPostType } from '../posts/graphql/post-group.types.js';
import type { Answer } from './fetch-once.use-case.js';
import {
  DayRangeInput,
  FollowerGrowth,
  FollowerTotal,
  MetricEnum,
  MetricSeries,
  MetricTotal,
  type StatisticFailure,
} from './network.types.js';
import type { FindStatistics } from './statistics.use-case.js';

/** Each metric takes a separate request. */
const perMetric = points(
  ({ metrics }) => COST.platformRequest * new Set(Array.isArray(metrics) ? metrics : METRICS).size,
  COST.platformRequest,
);

const METRICS_ARGUMENT = { nullable: true, description: 'The metrics; defaults to all.' };
const RANGE_ARGUMENT = { nullable: true, description: 'The range of days.' };

@Resolver(() => ConnectedAccountType)
export class ConnectionStatisticsResolver {
  constructor(private readonly needs: { findStatistics: FindStatistics }) {}

  @FieldResolver(() => FollowerTotal, {
    nullable: true,
    description: 'Its number of followers. Null if the platform provides no statistics.',
    complexity: COST.platformRequest,
  })
  async followers(@CurrentViewer() viewer: Viewer, @Root() { platformId }: ConnectedAccountType) {
    const statistics = await this.needs.findStatistics(viewer, platformId);
    return statistics && totalOf(await statistics.followers());
  }

  @FieldResolver(() => FollowerGrowth, {
    nullable: true,
    description: 'Followers gained, by day; defaults to the last 30 days. Null if the platform provides no statistics.',
    complexity: COST.platformRequest,
  })
  async dailyFollowers(
    @CurrentViewer() viewer: Viewer,
    @Root() { platformId }: ConnectedAccountType,
    @Arg('range', () => DayRangeInput, RANGE_ARGUMENT) range?: DayRangeInput | null,
  ): Promise<FollowerGrowth | null> {
    const statistics = await this.needs.findStatistics(viewer, platformId);
    if (!statistics) return null;
    const series = seriesOf(await statistics.dailyFollowers(range ?? null));
    return { ...series, total: series.points?.reduce((sum, { count }) => sum + (count ?? 0), 0) ?? null };
  }

  @FieldResolver(() => [MetricTotal], {
    nullable: true,
    description: 'Statistics of all its posts, lifetime or in a range of days. Null if the platform provides none.',
    complexity: perMetric,
  })
  async statistics(
    @CurrentViewer() viewer: Viewer,
    @Root() { platformId }: ConnectedAccountType,
    @Arg('metrics', () => [MetricEnum], METRICS_ARGUMENT) metrics?: Metric[] | null,
    @Arg('range', () => DayRangeInput, RANGE_ARGUMENT) range?: DayRangeInput | null,
  ): Promise<MetricTotal[] | null> {
    const statistics = await this.needs.findStatistics(viewer, platformId);
    return statistics && totals(metrics, (metric) => statistics.total(metric, range ?? null));
  }

  @FieldResolver(() => [MetricSeries], {
    nullable: true,
    description:
      'The same by day; defaults to the last 30 days. MEMBERS_REACHED is not available by day: DAILY_REACH_UNAVAILABLE.',
    complexity: perMetric,
  })
  async dailyStatistics(
    @CurrentViewer() viewer: Viewer,
    @Root() { platformId }: ConnectedAccountType,
    @Arg('metrics', () => [MetricEnum], {
      nullable: true,
      description: 'The metrics; defaults to all except MEMBERS_REACHED.',
    })
    given?: Metric[] | null,
    @Arg('range', () => DayRangeInput, RANGE_ARGUMENT) range?: DayRangeInput | null,
  ): Promise<MetricSeries[] | null> {
    const statistics = await this.needs.findStatistics(viewer, platformId);
    if (!statistics) return null;
    const metrics = [...new Set(given ?? METRICS.filter((metric) => metric !== 'MEMBERS_REACHED'))];
    const answers = await statistics.daily(metrics, range ?? null);
    return answers.map((answer, index) => ({ ...seriesOf(answer), metric: metrics[index] as Metric }));
  }

  @FieldResolver(() => [MetricTotal], {
    nullable: true,
    description:
      'Statistics of one post of the account, including posts not published by this service. Null if the platform provides none.',
    complexity: perMetric,
  })
  async postStatistics(
    @CurrentViewer() viewer: Viewer,
    @Root() { platformId }: ConnectedAccountType,
    @Arg('postedId', () => String, { description: 'URN of the post, or the number of a share. POSTED_ID_INVALID.' })
    postedId: string,
    @Arg('metrics', () => [MetricEnum], METRICS_ARGUMENT) metrics?: Metric[] | null,
  ): Promise<MetricTotal[] | null> {
    const statistics = await this.needs.findStatistics(viewer, platformId);
    return statistics && totals(metrics, (metric) => statistics.ofPost(postedId, metric));
  }
}

@Resolver(() => PlatformPostType)
export class PostStatisticsResolver {
  constructor(private readonly needs: { findStatistics: FindStatistics }) {}

  @FieldResolver(() => [MetricTotal], {
    nullable: true,
    description: 'Its statistics. Null until it is published, once it is DELETED, and if the platform provides none.',
    complexity: perMetric,
  })
  async statistics(
    @CurrentViewer() viewer: Viewer,
    @Root() { platformId, postedId, deletedAt }: PlatformPostType,
    @Arg('metrics', () => [MetricEnum], METRICS_ARGUMENT) metrics?: Metric[] | null,
  ): Promise<MetricTotal[] | null> {
    if (postedId === null || deletedAt !== null) return null;
    const statistics = await this.needs.findStatistics(viewer, platformId);
    return statistics && totals(metrics, (metric) => statistics.ofPost(postedId, metric));
  }
}

/** Metrics fetched concurrently. */
const totals = (
  metrics: readonly Metric[] | null | undefined,
  fetch: (metric: Metric) => Promise<Answer<number | null>>,
): Promise<MetricTotal[]> =>
  Promise.all([...new Set(metrics ?? METRICS)].map(async (metric) => ({ metric, ...totalOf(await fetch(metric)) })));

const totalOf = (answer: Answer<number | null>) => ({
  count: answer.kind === 'ok' ? answer.value : null,
  ...aboutOf(answer),
});

const seriesOf = (answer: Answer<DayCount[]>) => ({
  points: answer.kind === 'ok' ? answer.value : null,
  ...aboutOf(answer),
});

const aboutOf = (answer: Answer<unknown>) => ({
  cached: answer.cached,
  failure: answer.kind === 'failed' ? failureOf(answer.failure) : null,
});

const failureOf = ({ code, message, platformStatusCode, platformError, retryAt }: Failure): StatisticFailure => ({
  code,
  message,
  platformStatusCode: platformStatusCode ?? null,
  platformError,
  retryAt: retryAt ?? null,
});
