import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import {
  cursor,
  GROUP,
  group,
  pageSize,
  platform,
  postGroupId,
  SUMMARY,
  showGroup,
  showSummary,
  summary,
  target,
  time,
} from './shapes.js';
import { type Call, READS, tool } from './tool.js';
import { NotFound } from './tool-error.js';

const status = z.enum(['DRAFT', 'SCHEDULED', 'PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED']);
const range = z.strictObject({ from: time.optional(), to: time.optional() });

export const listPosts = tool({
  name: 'list_posts',
  listsOutput: true,
  title: 'List posts',
  description: 'Posts with their status and targets, newest first unless sorted otherwise; texts are shortened.',
  input: z.strictObject({
    status: z.union([status, z.array(status).max(5)]).optional(),
    platforms: z.array(platform).max(20).optional(),
    platformIds: z.array(target).max(100).optional(),
    text: z.string().max(200).optional().describe('Posts with all of these words.'),
    labelIds: z.array(target).max(20).optional().describe('Of list_labels: posts with any.'),
    scheduledTime: range.optional(),
    publishedAt: range.optional(),
    sortBy: z.enum(['CREATED_AT', 'UPDATED_AT', 'SCHEDULED_TIME', 'PUBLISHED_AT']).default('CREATED_AT'),
    order: z.enum(['ASC', 'DESC']).default('DESC'),
    first: pageSize(20),
    after: cursor.optional(),
  }),
  output: z.object({ posts: z.array(summary), totalCount: z.int(), nextCursor: z.string().nullable() }),
  annotations: READS,
  async call({ sortBy: field, order: direction, first, after, status, labelIds, ...others }, { run }) {
    const filter = {
      ...others,
      ...(status !== undefined && { statuses: [status].flat() }),
      ...(labelIds && { labels: { ids: labelIds } }),
    };
    const { postGroups } = await run(
      graphql(
        `
          query McpListPosts($filter: PostGroupFilter, $sort: PostGroupSort, $first: Int!, $after: String) {
            postGroups(filter: $filter, sort: $sort, first: $first, after: $after) {
              totalCount
              edges {
                node {
                  ...McpSummary
                }
              }
              pageInfo {
                hasNextPage
                endCursor
              }
            }
          }
        `,
        [SUMMARY],
      ),
      { filter, sort: { field, direction }, first, after: after ?? null },
    );
    const { edges, totalCount, pageInfo } = postGroups as NonNullable<typeof postGroups>;
    return {
      posts: edges.map(({ node }) => showSummary(node)),
      totalCount,
      nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    };
  },
});

/** A post of the caller. */
export async function readGroup({ run }: Pick<Call, 'run'>, id: string): Promise<z.input<typeof group>> {
  const { postGroup } = await run(
    graphql(
      `
        query McpPost($id: ID!) {
          postGroup(id: $id) {
            ...McpGroup
          }
        }
      `,
      [GROUP],
    ),
    { id },
  );
  if (!postGroup) throw new NotFound('POST_GROUP_NOT_FOUND');
  return showGroup(postGroup);
}

/** The status of a post of the caller, and when it changed last. */
export async function readState({ run }: Pick<Call, 'run'>, postGroupId: string) {
  const { postGroup } = await run(
    graphql(`
      query McpPostState($id: ID!) {
        postGroup(id: $id) {
          status
          updatedAt
        }
      }
    `),
    { id: postGroupId },
  );
  if (!postGroup) throw new NotFound('POST_GROUP_NOT_FOUND');
  return postGroup;
}

const file = z.object({
  mediaId: z.string(),
  type: z.string(),
  status: z.string().describe('PENDING_UPLOAD (also while it is fetched), READY or INVALID.'),
  altText: z.string().nullable(),
  problem: z.string().nullable().describe('Why it is INVALID.'),
});

export const getPost = tool({
  name: 'get_post',
  listsOutput: true,
  title: 'Read a post',
  description: 'A post with its text, files, and what became of it at each target: address, or error with what to do.',
  input: z.strictObject({ postGroupId }),
  output: z.object({ post: group, media: z.array(file).describe('The first 20 files.') }),
  annotations: READS,
  async call({ postGroupId: id }, call) {
    const post = await readGroup(call, id);
    const { postGroup } = await call.run(
      graphql(`
        query McpPostMedia($id: ID!) {
          postGroup(id: $id) {
            media(first: 20) {
              edges {
                node {
                  id
                  type
                  status
                  altText
                  problem
                }
              }
            }
          }
        }
      `),
      { id },
    );
    const edges = postGroup?.media?.edges ?? [];
    return { post, media: edges.map(({ node: { id: mediaId, ...rest } }) => ({ mediaId, ...rest })) };
  },
});
