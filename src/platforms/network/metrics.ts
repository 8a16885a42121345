/**
 * Numbers of a member's posts and its followers, by the calls of `statistics.ts`: one for each number. The platform
 * gives none for the posts of organizations with these scopes, and none for comments.
 */
import type { Http } from '../../foundation/http-client/http.js';
import { measured, measureEach, type Names } from '../kit/metrics.js';
import type { Account } from '../port/account.js';
import { type InteractionResult, METRICS } from '../port/interactions.js';
import type { AccountMetric, Metrics, PostMetric } from '../port/metrics.js';
import type { Platform, PlatformSetup } from '../port/platform.js';
import { makeInteractions } from './interactions.js';

const POST_NAMES: Names<PostMetric> = {
  impressions: ['IMPRESSION'],
  reach: ['MEMBERS_REACHED'],
  reactions: ['REACTION'],
  comments: ['COMMENT'],
  shares: ['RESHARE'],
};
const ACCOUNT_NAMES: Names<AccountMetric> = { followers: ['memberFollowersCount'] };

/** Anything else is a comment. */
const POST = /^urn:network:(?:share|ugcPost|activity):/;

export const metrics = {
  postMetrics: ['impressions', 'reach', 'reactions', 'comments', 'shares'],
  accountMetrics: ['followers'],
  scopes: ['r_member_postAnalytics', 'r_member_profileAnalytics'],
  postsAtOnce: 1,
  requestsPerCall: METRICS.length,
  appLimits: [],
  open(http: Http, setup: PlatformSetup): Metrics {
    const interactions = makeInteractions(http, setup);
    const numbersOf = async (
      account: Account,
      postedId: string,
    ): Promise<InteractionResult<Record<string, unknown> | null>> => {
      if (!POST.test(postedId)) return { kind: 'ok', value: null };
      const value: Record<string, unknown> = {};
      for (const metric of METRICS) {
        const counted = await interactions.postMetric(account, postedId, metric);
        if (counted.kind === 'failed') return counted;
        value[metric] = counted.value;
      }
      return { kind: 'ok', value };
    };
    return {
      ofPosts: (account, posts) => measureEach(posts, POST_NAMES, ({ postedId }) => numbersOf(account, postedId)),
      async ofAccount(account) {
        const counted = await interactions.followers(account);
        if (counted.kind === 'failed') return counted;
        return { kind: 'ok', value: measured({ memberFollowersCount: counted.value }, ACCOUNT_NAMES) };
      },
    };
  },
} satisfies Platform['metrics'];
