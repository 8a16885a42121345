import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Int, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/access/viewer.js';
import { findUser } from '../identity/account/user.repository.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { toPlatformPostType } from '../posts/graphql/post-group.resolver.js';
import { type PostsContext, shownGroup } from '../posts/graphql/posts.context.js';
import { findBestTimes, USUAL_DAYS } from './find-best-times.step.js';
import type { MetricName } from './metrics.js';
import { PostMetricEnum } from './metrics.types.js';
import { MAX_DAYS, type MetricsFilter, MetricsGrouping, parseMetricsFilter } from './metrics-filter.js';
import { topPostsOf } from './metrics-report.repository.js';
import { BestTimesType, MetricsFilterInput, MetricsReportType, TopPostType } from './metrics-report.types.js';
import type { ReportMetrics } from './report-metrics.use-case.js';

const MAX_TOP = 50;
const ERRORS = 'FILTER_INVALID, TIME_ZONE_INVALID, PLATFORM_ID_INVALID, ID_INVALID';
const FILTER = { description: 'Which posts.' };
const BY = { defaultValue: PostMetricEnum.ENGAGEMENTS, description: 'The metric; defaults to ENGAGEMENTS.' };

/** What the posts of an account achieved. */
@Resolver()
export class MetricsReportResolver {
  constructor(private readonly needs: { db: Db; reportMetrics: ReportMetrics }) {}

  @Query(() => MetricsReportType, {
    description: `What your posts of a period achieved: the latest numbers of the posts that were published in it. Errors: ${ERRORS}.`,
    complexity: points(() => COST.report, COST.report),
  })
  async metrics(
    @CurrentViewer() viewer: Viewer,
    @Arg('filter', () => MetricsFilterInput, FILTER) given: MetricsFilterInput,
    @Arg('groupBy', () => MetricsGrouping, {
      nullable: true,
      description: 'What the posts are grouped by; defaults to nothing.',
    })
    groupBy: MetricsGrouping | null | undefined,
    @Arg('compare', () => Boolean, {
      defaultValue: false,
      description:
        'Whether the period before it is reported, too: of a calendar month the month before, of a year the year before, otherwise as many days.',
    })
    compare: boolean,
  ): Promise<MetricsReportType> {
    const filter = await this.#filterOf(viewer, given);
    return this.needs.reportMetrics(viewer.userId, { filter, groupBy: groupBy ?? null, compare });
  }

  @Query(() => [TopPostType], {
    description: `Your posts of a period with the most of a metric, highest first; posts without it are left out. Errors: ${ERRORS}, PAGE_INVALID.`,
    complexity: points(() => COST.report, COST.report),
  })
  async topPosts(
    @CurrentViewer() viewer: Viewer,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('filter', () => MetricsFilterInput, FILTER) given: MetricsFilterInput,
    @Arg('by', () => PostMetricEnum, BY) by: MetricName,
    @Arg('first', () => Int, { defaultValue: 10, description: `1 to ${MAX_TOP}; defaults to 10. PAGE_INVALID.` })
    first: number,
  ): Promise<TopPostType[]> {
    if (first < 1 || first > MAX_TOP) throw new AppError('PAGE_INVALID', { reason: `first is 1 to ${MAX_TOP}` });
    const filter = await this.#filterOf(viewer, given);
    const top = await topPostsOf(this.needs.db, viewer.userId, { filter, by, limit: first });
    const shown = await Promise.all(
      top.map(async ({ postId, groupId, values }) => {
        const [post, postGroup] = await Promise.all([
          context.loaders.platformPost.load(postId),
          shownGroup(info, context, groupId),
        ]);
        return post && postGroup && { post: toPlatformPostType(post), postGroup, values };
      }),
    );
    return shown.filter((one) => one !== null);
  }

  @Query(() => BestTimesType, {
    description: `When your posts do best, by what those of some months achieved: one week shows no habit. Of the filter, from has no effect. Accounts of different sizes are best looked at one by one. Errors: ${ERRORS}.`,
    complexity: points(() => COST.report, COST.report),
  })
  async bestTimes(
    @CurrentViewer() viewer: Viewer,
    @Arg('filter', () => MetricsFilterInput, FILTER) given: MetricsFilterInput,
    @Arg('by', () => PostMetricEnum, BY) by: MetricName,
    @Arg('days', () => Int, {
      defaultValue: USUAL_DAYS,
      description: `How many days of posts count, up to the filter’s last: 1 to ${MAX_DAYS}; defaults to ${USUAL_DAYS}. FILTER_INVALID.`,
    })
    days: number,
  ): Promise<BestTimesType> {
    const filter = await this.#filterOf(viewer, given);
    return findBestTimes(this.needs.db, viewer.userId, { filter, by, days });
  }

  #filterOf(viewer: Viewer, given: MetricsFilterInput): Promise<MetricsFilter> {
    return filterOf(this.needs.db, viewer, given);
  }
}

/** The parsed filter, in the time zone of the account unless it has another. */
export async function filterOf(db: Db, { userId }: Viewer, given: MetricsFilterInput): Promise<MetricsFilter> {
  const usual = given.timeZone ? null : ((await findUser(db, userId))?.timeZone ?? null);
  return parseMetricsFilter(given, usual);
}
