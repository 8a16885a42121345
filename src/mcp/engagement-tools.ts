import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { platformId, postGroupId } from './shapes.js';
import { ADDS, assertConfirmed, confirm, READS_PLATFORM, tool } from './tool.js';
import { NotFound } from './tool-error.js';

const failure = z.object({ code: z.string(), message: z.string(), retryAt: z.string().nullable() }).nullable();
const metric = z.object({
  metric: z.string(),
  count: z.number().nullable(),
  cached: z.boolean().describe('Results are cached for 30 minutes.'),
  failure,
});

export const getAccountStatistics = tool({
  name: 'get_account_statistics',
  title: 'Statistics of an account',
  description: 'Followers and totals of all posts of an account. Null where the platform provides no statistics.',
  input: z.strictObject({
    platformId,
    range: z
      .strictObject({ start: z.iso.date(), end: z.iso.date().describe('The day after the last one.') })
      .optional()
      .describe('Days, in UTC; the whole lifetime if left out.'),
  }),
  output: z.object({
    followers: z.object({ count: z.number().nullable(), cached: z.boolean(), failure }).nullable(),
    statistics: z.array(metric).nullable(),
  }),
  annotations: READS_PLATFORM,
  async call({ platformId, range }, { run }) {
    const { connectedAccount } = await run(
      graphql(`
        query McpAccountStatistics($platformId: String!, $range: DayRange) {
          connectedAccount(platformId: $platformId) {
            followers {
              count
              cached
              failure {
                code
                message
                retryAt
              }
            }
            statistics(range: $range) {
              metric
              count
              cached
              failure {
                code
                message
                retryAt
              }
            }
          }
        }
      `),
      { platformId, range: range ?? null },
    );
    if (!connectedAccount) throw new NotFound('CONNECTION_NOT_FOUND');
    return connectedAccount;
  },
});

export const getPostStatistics = tool({
  name: 'get_post_statistics',
  title: 'Statistics of a post',
  description: 'Statistics of a published post at each of its targets. Null where the platform provides none.',
  input: z.strictObject({ postGroupId }),
  output: z.object({
    posts: z
      .array(
        z.object({
          platformPostId: z.string(),
          platformId: z.string(),
          url: z.string().nullable(),
          statistics: z.array(metric).nullable(),
        }),
      )
      .max(100),
  }),
  annotations: READS_PLATFORM,
  async call({ postGroupId: id }, { run }) {
    const { postGroup } = await run(
      graphql(`
        query McpPostStatistics($id: ID!) {
          postGroup(id: $id) {
            posts {
              id
              platformId
              url
              statistics {
                metric
                count
                cached
                failure {
                  code
                  message
                  retryAt
                }
              }
            }
          }
        }
      `),
      { id },
    );
    if (!postGroup) throw new NotFound('POST_GROUP_NOT_FOUND');
    const posts = postGroup.posts.slice(0, 100);
    return { posts: posts.map(({ id: platformPostId, ...rest }) => ({ platformPostId, ...rest })) };
  },
});

export const addComment = tool({
  name: 'add_comment',
  title: 'Comment on a post of the professional network',
  description:
    'Comments on a post on the platform NETWORK, or replies to a comment there, in public. Needs confirm: true.',
  input: z.strictObject({
    platformId: platformId.describe('The NETWORK account that comments.'),
    postedId: z.string().max(300).describe('URN of the post: urn:network:share:…, …ugcPost:… or …activity:….'),
    parentComment: z.string().max(300).optional().describe('URN of the comment that it replies to.'),
    message: z.string().min(1).max(1250),
    confirm,
  }),
  output: z.object({ commentUrn: z.string(), message: z.string() }),
  annotations: ADDS,
  async call({ confirm, ...input }, { run }) {
    assertConfirmed(confirm, `${input.platformId} comments in public on ${input.postedId}.`);
    const { addComment: added } = await run(
      graphql(`
        mutation McpAddComment($input: AddCommentInput!) {
          addComment(input: $input) {
            comment {
              commentUrn
              message
            }
          }
        }
      `),
      { input },
    );
    return (added as NonNullable<typeof added>).comment;
  },
});
