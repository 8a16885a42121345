/**
 * Numbers of media objects (two requests each: their kind decides which metrics they have) and of the account (GET
 * /me). A story has numbers while it is shown, which is a day.
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { type OpenedGraph, openGraph } from '../graph/graph-api.js';
import { fetchInsights, insightsFailures, mayNotRead, numbersOf } from '../graph/graph-insights.js';
import { failed } from '../kit/failed-step.js';
import { measured, measureEach, type Names, resultOf } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import type { InteractionResult } from '../port/interactions.js';
import type { AccountMetric, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform, PlatformSetup } from '../port/platform.js';
import { api, READ_NUMBERS } from './client.js';

const COMMON = ['views', 'reach', 'shares', 'total_interactions'];
const FEED = [...COMMON, 'likes', 'comments', 'saved'];
/** The metrics of each kind of media: the platform refuses a request that names another one. */
const METRICS: ReadonlyMap<string, readonly string[]> = new Map([
  ['FEED', FEED],
  ['REELS', [...FEED, 'ig_reels_avg_watch_time', 'ig_reels_video_view_total_time']],
  ['STORY', [...COMMON, 'replies']],
]);

const POST_NAMES: Names<PostMetric> = {
  reach: ['reach'],
  views: ['views'],
  reactions: ['likes'],
  comments: ['comments', 'replies'],
  shares: ['shares'],
  saves: ['saved'],
  watchSeconds: { milliseconds: ['ig_reels_video_view_total_time'] },
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['followers_count'], posts: ['media_count'] };

const mediaSchema = z.object({ media_product_type: z.string(), timestamp: z.string() });
const countsSchema = z.object({ followers_count: z.unknown(), media_count: z.unknown() });

/** Subcode of media from before the account was a professional one: they have no insights. */
const TOO_OLD = 2108006;
/** Of a story that fewer than five people have seen; the code is that of a missing permission. */
const TOO_FEW_VIEWERS = /not enough viewers/i;

export const metrics = {
  postMetrics: ['reach', 'views', 'reactions', 'comments', 'shares', 'saves', 'watchSeconds'],
  accountMetrics: ['followers', 'posts'],
  scopes: [READ_NUMBERS],
  postsAtOnce: 10,
  requestsPerCall: 20,
  appLimits: [],
  open(http: Http, setup: PlatformSetup): Metrics {
    const failures = insightsFailures(api.failures);
    const open = (account: Account) => openGraph(http, { ...api, failures }, setup, account, 'prepare');
    return {
      async ofPosts(account, posts) {
        const opened = open(account);
        if (opened.kind === 'failed') return opened;
        const refused = mayNotRead(api, opened, READ_NUMBERS);
        if (refused) return refused;
        return measureEach(posts, POST_NAMES, ({ postedId }) => read(opened, postedId));
      },
      async ofAccount(account) {
        const opened = open(account);
        if (opened.kind === 'failed') return opened;
        const counted = await opened.graph.get('/me', { fields: 'followers_count,media_count' }, countsSchema);
        return resultOf(counted, (counts) => measured(counts, ACCOUNT_NAMES));
      },
    };
  },
} satisfies Platform['metrics'];

async function read(
  { graph, accessToken }: OpenedGraph,
  id: string,
): Promise<InteractionResult<Record<string, number> | null>> {
  const path = `/${encodeURIComponent(id)}`;
  const media = await graph.get(path, { fields: 'media_product_type,timestamp' }, mediaSchema);
  if (media.kind === 'rejected') return media.step;
  const { media_product_type: kind, timestamp } = media.value;
  if (kind === 'STORY' && media.answer.receivedAt.getTime() - Date.parse(timestamp) >= DAY_MS) {
    const context = { platform: 'photogram', purpose: 'prepare', secrets: [accessToken] } as const;
    const happened = 'shows this story no longer';
    return failed('NOT_FOUND_ON_PLATFORM', context, { outcome: 'rejected', happened });
  }
  const names = METRICS.get(kind) ?? COMMON;
  const insights = await fetchInsights(graph, `${path}/insights`, names);
  if (insights.kind === 'ok') return { kind: 'ok', value: numbersOf(insights.value, names) };
  const isWithoutData = insights.subcode === TOO_OLD || TOO_FEW_VIEWERS.test(insights.words ?? '');
  return isWithoutData ? { kind: 'ok', value: null } : insights.step;
}
