import type { Db } from '../../foundation/database/unit-of-work.js';
import { findBestTimes } from '../metrics/find-best-times.step.js';
import type { MetricsFilter } from '../metrics/metrics-filter.js';
import { topPostsOf } from '../metrics/metrics-report.repository.js';
import type { ReportMetrics } from '../metrics/report-metrics.use-case.js';
import { postsToReport } from './report-link.repository.js';
import { type FrozenReport, REPORT_BOUNDS } from './reports.js';

/** The report of a period as of now, with the numbers of the queries `metrics`, `topPosts` and `bestTimes`. */
export async function freezeReport(
  { db, reportMetrics }: { db: Db; reportMetrics: ReportMetrics },
  userId: string,
  filter: MetricsFilter,
): Promise<FrozenReport> {
  const by = 'engagements';
  const { total, previous, comparedWith, groups } = await reportMetrics(userId, {
    filter,
    groupBy: 'ACCOUNT',
    compare: true,
  });
  const top = await topPostsOf(db, userId, { filter, by, limit: REPORT_BOUNDS.topPosts });
  const posts = new Map(
    (
      await postsToReport(
        db,
        top.map(({ postId }) => postId),
      )
    ).map((post) => [post.id, post]),
  );
  const { isEnough, posts: counted, needed, proposals, period } = await findBestTimes(db, userId, { filter, by });
  const { from, to, timeZone } = filter;
  return {
    ...{ from, to, timeZone, total, previous, comparedWith },
    accounts: groups
      .slice(0, REPORT_BOUNDS.accounts)
      .map((group) => ({ name: group.name || group.key, total: group.total })),
    topPosts: top.flatMap(({ postId, values }) => {
      const post = posts.get(postId);
      if (!post) return [];
      const { platform, url, publishedAt, excerpt } = post;
      return [{ platform, url, publishedAt: publishedAt.toISOString(), excerpt, values }];
    }),
    bestTimes: { isEnough, posts: counted, needed, proposals, period },
  };
}
