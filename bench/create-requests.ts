import type { Shot } from './load.js';
import { headersInTurn, type Seeded } from './seed.js';

const CONTENT = 'The text of the bench: the same in every post, about as long as a post is.';

const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

/** Creates posts for all of these targets, a day ahead, over REST. */
export const restCreate = (
  { people, targets }: Seeded,
  platforms: readonly string[] = Object.values(targets),
): Omit<Shot, 'origin'> => ({
  path: '/api/v1/create-post',
  headers: headersInTurn(people),
  body: JSON.stringify({ content: CONTENT, platforms, scheduledTime: tomorrow() }),
  good: '"success":true',
});

/** The same over GraphQL. */
export const graphqlCreate = ({ people, targets }: Seeded): Omit<Shot, 'origin'> => ({
  path: '/graphql',
  headers: headersInTurn(people),
  body: JSON.stringify({
    query: 'mutation Create($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
    variables: {
      input: { post: { content: CONTENT, platformIds: Object.values(targets) }, scheduledTime: tomorrow() },
    },
  }),
  good: '"postGroup":{"id":',
});
