import type { Db } from '../../foundation/database/unit-of-work.js';
import { nameOf } from '../../foundation/http/page.js';
import { connectionsByPlatformId } from '../accounts/connection.repository.js';
import { parseTarget } from '../accounts/platform-id.js';
import { findBestTimes } from '../metrics/find-best-times.step.js';
import type { MetricsFilter } from '../metrics/metrics-filter.js';
import { topPostsOf } from '../metrics/metrics-report.repository.js';
import type { ReportMetrics } from '../metrics/report-metrics.use-case.js';
import { postsToReport } from './report-link.repository.js';
import { type FrozenReport, REPORT_BOUNDS } from './reports.js';

/**
 * The report of a period as of now, with the numbers of the queries `metrics`, `topPosts` and `bestTimes`. Outsiders read it:
 * posts that were withdrawn count, and are not listed.
 */
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
  const top = await topPostsOf(db, userId, { filter, by, limit: REPORT_BOUNDS.topPosts, liveOnly: true });
  const posts = new Map(
    (
      await postsToReport(
        db,
        top.map(({ postId }) => postId),
      )
    ).map((post) => [post.id, post]),
  );
  const { isEnough, posts: counted, needed, proposals, period } = await findBestTimes(db, userId, { filter, by });
  const shown = groups.slice(0, REPORT_BOUNDS.accounts);
  const connected = await connectionsByPlatformId(
    db,
    userId,
    shown.map(({ key }) => key),
  );
  const names = new Map(
    connected.map(({ platformId, platform, username }) => [platformId, `${nameOf(platform)} @${username}`]),
  );
  const { from, to, timeZone } = filter;
  return {
    ...{ from, to, timeZone, total, previous, comparedWith },
    accounts: shown.map(({ key, total: sum }) => ({ name: names.get(key) ?? disconnected(key), total: sum })),
    topPosts: top.flatMap(({ postId, values }) => {
      const post = posts.get(postId);
      if (!post) return [];
      const { platform, url, publishedAt, excerpt } = post;
      return [{ platform, url, publishedAt: publishedAt.toISOString(), excerpt, values }];
    }),
    bestTimes: { isEnough, posts: counted, needed, proposals, period },
  };
}

/** The name of an account that is not connected any more. */
const disconnected = (platformId: string): string =>
  `An account on ${nameOf(parseTarget(platformId).platform)}, disconnected`;
