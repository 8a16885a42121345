import { readFileSync } from 'node:fs';
import { useProject } from './tools.js';
import { compile } from './typescript.js';

const { folder, write, run } = useProject();

/** What each scalar is in JSON; under `strictScalars` one that is missing is an error. */
const SCALARS = {
  BigInt: 'number',
  DateTime: 'string',
  JSONObject: 'Record<string, unknown>',
  LocalDate: 'string',
};

const FRAGMENT = 'fragment Target on PlatformPost { id status account { id platformId } }';
const QUERY = `query Groups($first: Int, $filter: PostGroupFilter) {
  postGroups(first: $first, filter: $filter) {
    edges { node { id createdAt scheduledTime platformSettings { photogram { __typename } } posts { ...Target } } }
  }
}`;
const MUTATION = 'mutation Create($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';

const sample = `
import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
import { type FragmentType, graphql, useFragment } from './gql';

const TARGET = graphql(\`${FRAGMENT}\`);
const GROUPS = graphql(\`${QUERY}\`);
const CREATE = graphql(\`${MUTATION}\`);

export function platformIdOf(post: FragmentType<typeof TARGET>): string | undefined {
  const { account } = useFragment(TARGET, post);
  return account?.platformId;
}
export function scheduled({ postGroups }: ResultOf<typeof GROUPS>): (string | null | undefined)[] {
  return postGroups?.edges.map(({ node }) => node.posts.map(platformIdOf)[0] ?? node.createdAt) ?? [];
}
export const input: VariablesOf<typeof CREATE> = {
  input: { post: { content: 'Hello', platformIds: ['microblog-1'] }, scheduledTime: '2026-01-01T00:00:00Z' },
};
// @ts-expect-error A time is text.
export const number: VariablesOf<typeof CREATE> = { input: { post: { content: 'Hello' }, scheduledTime: 5 } };
// @ts-expect-error A draft has a text.
export const textless: VariablesOf<typeof CREATE> = { input: { post: { platformIds: [] } } };
`;

test('graphql-codegen, with the client preset and strict scalars, makes types that TypeScript accepts', async () => {
  const config = {
    schema: './schema.graphql',
    documents: ['./sample.ts'],
    generates: { './gql/': { preset: 'client', config: { strictScalars: true, scalars: SCALARS } } },
  };
  write({
    'schema.graphql': readFileSync('schema.graphql', 'utf8'),
    'codegen.json': JSON.stringify(config),
    'sample.ts': sample,
  });
  await run('graphql-codegen', '--config', 'codegen.json');
  expect(compile(folder, ['sample.ts'])).toEqual([]);
});
