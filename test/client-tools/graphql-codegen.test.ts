import { readFileSync } from 'node:fs';
import { codeBlocks } from '../support/documents.js';
import { useProject } from './tools.js';
import { compile } from './typescript.js';

const { folder, write, run } = useProject();

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

test('graphql-codegen, set up as the guide says, with strict scalars, makes types that TypeScript accepts', async () => {
  const guide = codeBlocks('docs/guides/graphql.md').find(({ code }) => code.includes('CodegenConfig'));
  write({
    'schema.graphql': readFileSync('schema.graphql', 'utf8'),
    'codegen.ts': String(guide?.code),
    'src/sample.ts': sample,
  });
  await run('graphql-codegen', '--config', 'codegen.ts');
  expect(compile(folder, ['codegen.ts', 'src/sample.ts'])).toEqual([]);
});
