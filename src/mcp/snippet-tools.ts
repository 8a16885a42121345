import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { cursor, pageSize } from './shapes.js';
import { READS, tool } from './tool.js';

const snippet = z.object({ name: z.string(), text: z.string(), placeholders: z.array(z.string()) });

export const listSnippets = tool({
  name: 'list_snippets',
  title: 'List snippets',
  description:
    'Texts and hashtags that the account has saved for its posts, by name. Use one as it is written, with each {{placeholder}} replaced; ask the user for values that you do not know.',
  input: z.strictObject({
    text: z.string().max(200).optional().describe('Snippets with this text in their name or text.'),
    first: pageSize(20),
    after: cursor.optional(),
  }),
  output: z.object({ snippets: z.array(snippet), nextCursor: z.string().nullable() }),
  annotations: READS,
  async call({ text, first, after }, { run }) {
    const { snippets } = await run(
      graphql(`
        query McpListSnippets($filter: SnippetFilter, $first: Int!, $after: String) {
          snippets(filter: $filter, first: $first, after: $after) {
            edges {
              node {
                name
                text
                placeholders
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      `),
      { filter: { text: text ?? null }, first, after: after ?? null },
    );
    const { edges = [], pageInfo } = snippets ?? {};
    return {
      snippets: edges.map(({ node }) => node),
      nextCursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null,
    };
  },
});
