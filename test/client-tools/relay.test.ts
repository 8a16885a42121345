import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocks } from '../support/documents.js';
import { useProject } from './tools.js';

const { folder, write, run } = useProject();

/** A page of groups and connected accounts: Relay pages them, refetches one by its id, and keeps lists when one comes or goes. */
const PAGE = `
import { graphql } from 'react-relay';

graphql\`
  fragment page_groups on Query
  @refetchable(queryName: "pageGroupsQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    postGroups(first: $count, after: $cursor) @connection(key: "page_postGroups") {
      edges { node { id ...page_group } }
    }
  }
\`;
graphql\`
  fragment page_group on PostGroup
  @refetchable(queryName: "pageGroupQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    content
    posts { id status account { ...page_account } }
    log(first: $count, after: $cursor) @connection(key: "page_log") { edges { node { id } } }
  }
\`;
graphql\`
  fragment page_accounts on Query
  @refetchable(queryName: "pageAccountsQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    connectedAccounts(first: $count, after: $cursor) @connection(key: "page_connectedAccounts") {
      edges { node { id ...page_account } }
    }
  }
\`;
graphql\`fragment page_account on ConnectedAccount @refetchable(queryName: "pageAccountQuery") { platformId }\`;
graphql\`query pageQuery { ...page_groups ...page_accounts }\`;
graphql\`
  mutation pageCreateMutation($input: CreatePostInput!, $lists: [ID!]!) {
    createPost(input: $input) {
      postGroup @prependNode(connections: $lists, edgeTypeName: "PostGroupEdge") { ...page_group }
    }
  }
\`;
graphql\`
  mutation pageDeleteMutation($input: DeletePostInput!, $lists: [ID!]!) {
    deletePost(input: $input) { deletedPostGroupId @deleteEdge(connections: $lists) }
  }
\`;
`;

test("Relay's compiler makes pages, refetching by id and updates of lists", async () => {
  const guide = codeBlocks('docs/guides/graphql.md').find(({ code }) => code.includes("'react-relay'"));
  write({
    'src/page.js': PAGE,
    'src/guide.js': String(guide?.code),
    'schema.graphql': readFileSync('schema.graphql', 'utf8'),
    'relay.config.json': JSON.stringify({ src: './src', schema: './schema.graphql', language: 'javascript' }),
  });
  await run('relay-compiler');
  for (const query of ['pageGroupQuery', 'pageAccountQuery', 'guideGroupQuery']) {
    const artifact = readFileSync(path.join(folder, `src/__generated__/${query}.graphql.js`), 'utf8');
    expect(artifact).toContain('node(id: $id)');
  }
});
