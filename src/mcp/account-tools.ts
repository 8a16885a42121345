import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { cursor, pageSize, platform, time } from './shapes.js';
import { READS, tool } from './tool.js';

const account = z.object({
  platformId: z.string().describe('What posts name as their target.'),
  platform: z.string().nullable(),
  username: z.string(),
  displayName: z.string(),
  profileUrl: z.string().nullable(),
  tokenStatus: z.string().describe('VALID, EXPIRING_SOON, EXPIRED (reconnect it in the dashboard) or UNKNOWN.'),
  tokenExpiresIn: z.string().nullable(),
  lastPublishedAt: z.string().nullable(),
});

export const listAccounts = tool({
  name: 'list_accounts',
  title: 'List connected accounts',
  description:
    'Connected accounts of the platforms, oldest first: the targets of posts. Accounts are connected in the dashboard, not here.',
  input: z.strictObject({
    platforms: z.array(platform).max(20).optional().describe('Only accounts on these platforms.'),
    first: pageSize(20),
    after: cursor.optional(),
  }),
  output: z.object({ accounts: z.array(account), nextCursor: z.string().nullable() }),
  annotations: READS,
  async call({ platforms, first, after }, { run }) {
    const { connectedAccounts } = await run(
      graphql(`
        query McpListAccounts($filter: ConnectedAccountFilter, $first: Int!, $after: String) {
          connectedAccounts(filter: $filter, first: $first, after: $after) {
            edges {
              node {
                platformId
                platform
                username
                displayName
                profileUrl
                tokenStatus
                tokenExpiresIn
                lastPublishedAt
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      `),
      { filter: { platforms: platforms ?? null }, first, after: after ?? null },
    );
    const { edges = [], pageInfo } = connectedAccounts ?? {};
    return {
      accounts: edges.map(({ node }) => node),
      nextCursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null,
    };
  },
});

const quota = z.object({
  limit: z.int(),
  per: z.string().describe('ACCOUNT, or CONNECTION: each connected account has the limit.'),
  used: z.int(),
  remaining: z.int().nullable(),
});

export const getUsage = tool({
  name: 'get_usage',
  title: 'See what is left of the plan',
  description: 'What the plan allows and what is used of it in a month: posts, scheduled posts, accounts and storage.',
  input: z.strictObject({ at: time.optional().describe('Any time in the month; now if left out.') }),
  output: z.object({
    planName: z.string(),
    platforms: z.array(z.string()).describe('Platforms that the plan includes.'),
    periodStartsAt: z.string(),
    periodEndsAt: z.string(),
    postsPerMonth: quota,
    scheduledPosts: quota,
    connectedAccounts: z.int(),
    maxConnectedAccounts: z.int().nullable(),
    latestScheduleAt: z.string().nullable().describe('The latest time that can be scheduled; null: any.'),
    storage: z.object({
      usedBytes: z.number(),
      limitBytes: z.number(),
      usedFiles: z.int(),
      limitFiles: z.int(),
    }),
  }),
  annotations: READS,
  async call({ at }, { run }) {
    const { usage } = await run(
      graphql(`
        query McpGetUsage($at: DateTime) {
          usage(at: $at) {
            plan {
              name
              platforms
              maxConnectedAccounts
            }
            periodStartsAt
            periodEndsAt
            postsPerMonth {
              limit
              per
              used
              remaining
            }
            scheduledPosts {
              limit
              per
              used
              remaining
            }
            connectedAccounts
            latestScheduleAt
            storage {
              usedBytes
              limitBytes
              usedFiles
              limitFiles
            }
          }
        }
      `),
      { at: at ?? null },
    );
    // Null only with an error.
    const { plan, ...used } = usage as NonNullable<typeof usage>;
    const { name: planName, platforms, maxConnectedAccounts } = plan;
    return { planName, platforms, maxConnectedAccounts, ...used };
  },
});
