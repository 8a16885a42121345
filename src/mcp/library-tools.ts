import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { cursor, pageSize } from './shapes.js';
import { READS, tool } from './tool.js';

export const listLibrary = tool({
  name: 'list_library',
  title: 'List the media library',
  description: 'Files that posts can use by their mediaId, newest first.',
  input: z.strictObject({
    text: z.string().max(200).optional().describe('In their name or alternative text.'),
    type: z.enum(['IMAGE', 'VIDEO']).optional(),
    first: pageSize(20),
    after: cursor.optional(),
  }),
  output: z.object({
    files: z.array(
      z.object({
        mediaId: z.string(),
        name: z.string(),
        type: z.string(),
        altText: z.string().nullable(),
        width: z.int().nullable(),
        height: z.int().nullable(),
        labels: z.array(z.string()),
        inLibrary: z.boolean().describe('Kept when the posts that use it are deleted.'),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  annotations: READS,
  async call({ text, type, first, after }, { run }) {
    const { mediaLibrary } = await run(
      graphql(`
        query McpListLibrary($filter: LibraryFilter, $first: Int!, $after: String) {
          mediaLibrary(filter: $filter, first: $first, after: $after) {
            edges {
              node {
                id
                name
                type
                altText
                metadata {
                  width
                  height
                }
                labels {
                  id
                  name
                }
                inLibrary
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      `),
      { filter: { text: text ?? null, type: type ?? null }, first, after: after ?? null },
    );
    const { edges = [], pageInfo } = mediaLibrary ?? {};
    return {
      files: edges.map(({ node: { id: mediaId, metadata, labels, ...file } }) => ({
        mediaId,
        ...file,
        ...metadata,
        labels: labels.map(({ name }) => name),
      })),
      nextCursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null,
    };
  },
});
