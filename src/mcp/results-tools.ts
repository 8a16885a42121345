import { z } from 'zod';
import { METRIC_NAMES } from '../domain/metrics/metrics.js';
import { MetricsGrouping } from '../domain/metrics/metrics-filter.js';
import { graphql, type ResultOf } from '../foundation/graphql/typed-graphql.js';
import { explainResults } from './explain-results.js';
import { target } from './shapes.js';
import { READS, tool } from './tool.js';

/** Groups of a response: a year has more days than a model should read. */
const MAX_GROUPS = 100;
/** Characters of a post that the list of the best shows. */
const EXCERPT = 120;

const value = z.number().nullable();
const values = z.record(z.string(), value);
const sum = z.object({
  posts: z.int(),
  measuredPosts: z.int(),
  values,
  followers: value,
  followersChange: value,
});
const days = z.object({ from: z.string(), to: z.string() });
const time = z.object({
  weekday: z.string(),
  hour: z.int(),
  posts: z.int(),
  average: z.number(),
  confidence: z.number(),
});

const VALUES = graphql(`
  fragment McpValues on MetricValues @_unmask {
    impressions
    reach
    views
    reactions
    comments
    shares
    clicks
    saves
    watchSeconds
    engagements
  }
`);
const SUM = graphql(
  `
    fragment McpSum on MetricsSum @_unmask {
      posts
      measuredPosts
      values {
        ...McpValues
      }
      followers
      followersChange
    }
  `,
  [VALUES],
);
const RESULTS = graphql(
  `
    query McpResults(
      $filter: MetricsFilter!
      $groupBy: MetricsGrouping
      $by: PostMetric!
      $top: Int!
      $accounts: ConnectedAccountFilter
    ) {
      metrics(filter: $filter, groupBy: $groupBy, compare: true) {
        total {
          ...McpSum
        }
        previous {
          ...McpSum
        }
        comparedWith {
          from
          to
        }
        groups {
          key
          name
          total {
            ...McpSum
          }
          previous {
            ...McpSum
          }
        }
      }
      topPosts(filter: $filter, by: $by, first: $top) {
        post {
          platformId
          url
          publishedAt
          content
        }
        postGroup {
          id
        }
        values {
          ...McpValues
        }
      }
      bestTimes(filter: $filter, by: $by) {
        posts
        isEnough
        needed
        timeZone
        period {
          from
          to
        }
        proposals {
          weekday
          hour
          posts
          average
          confidence
        }
      }
      connectedAccounts(first: 100, filter: $accounts) {
        edges {
          node {
            platformId
            tokenStatus
            renewsAutomatically
            metrics {
              state
              missingScopes
            }
          }
        }
      }
    }
  `,
  [SUM, VALUES],
);

export const getResults = tool({
  name: 'get_results',
  title: 'What worked',
  description: 'Sums of a period and before, top posts; best hours of 90 days. Null: not given, see notes.',
  input: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date().describe('Exclusive.'),
    timeZone: z.string().max(100).optional(),
    platformIds: z.array(target).max(100).optional(),
    labelIds: z.array(target).max(200).optional(),
    groupBy: z.enum(MetricsGrouping).optional(),
    by: z
      .enum(Object.keys(METRIC_NAMES) as (keyof typeof METRIC_NAMES)[])
      .default('ENGAGEMENTS')
      .describe('Of top posts and best hours.'),
    top: z.int().min(1).max(50).default(5),
  }),
  output: z.object({
    timeZone: z.string(),
    total: sum,
    previous: sum.nullable(),
    comparedWith: days.nullable(),
    groups: z.array(z.object({ key: z.string(), name: z.string(), total: sum, previous: sum.nullable() })),
    topPosts: z.array(
      z.object({
        postGroupId: z.string(),
        platformId: z.string(),
        excerpt: z.string(),
        url: z.string().nullable(),
        publishedAt: z.string().nullable(),
        values,
      }),
    ),
    bestTimes: z.object({
      ...{ posts: z.int(), isEnough: z.boolean(), needed: z.int() },
      ...{ period: days, proposals: z.array(time) },
    }),
    notes: z.array(z.string()),
  }),
  annotations: READS,
  async call({ groupBy = null, by, top, ...filter }, { run }) {
    const { platformIds, labelIds } = filter;
    const found = await run(RESULTS, { filter, groupBy, by, top, accounts: platformIds ? { platformIds } : null });
    return showResults(found, { isOfSomePosts: labelIds !== undefined });
  },
});

function showResults(
  { metrics, topPosts, bestTimes, connectedAccounts }: ResultOf<typeof RESULTS>,
  { isOfSomePosts }: { isOfSomePosts: boolean },
) {
  const { total, previous, comparedWith, groups } = metrics as NonNullable<typeof metrics>;
  const { timeZone, ...times } = bestTimes as NonNullable<typeof bestTimes>;
  const accounts = (connectedAccounts?.edges ?? []).flatMap(({ node }) => {
    const { platformId, tokenStatus, renewsAutomatically, metrics: numbers } = node;
    return numbers ? [{ platformId, ...numbers, isLost: tokenStatus === 'EXPIRED' && !renewsAutomatically }] : [];
  });
  const notes = explainResults({ total, bestTimes: times, accounts, isOfSomePosts });
  if (groups.length > MAX_GROUPS)
    notes.push(`Only ${MAX_GROUPS} of ${groups.length} groups are listed: use a shorter period or another grouping.`);
  return {
    ...{ timeZone, total, previous, comparedWith, groups: groups.slice(0, MAX_GROUPS) },
    topPosts: (topPosts ?? []).map(({ post: { content, ...post }, postGroup: { id }, values: numbers }) => ({
      ...{ postGroupId: id, ...post, excerpt: [...content].slice(0, EXCERPT).join(''), values: numbers },
    })),
    ...{ bestTimes: times, notes },
  };
}
