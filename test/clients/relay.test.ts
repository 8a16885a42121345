import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { useFolder } from './typescript.js';

const require = createRequire(import.meta.url);
/** The compiler of this machine's kind; the package has no types. */
const compiler: string = require('relay-compiler');

const folder = useFolder();

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
  await mkdir(path.join(folder, 'src'));
  await writeFile(path.join(folder, 'src/page.js'), PAGE);
  await cp('schema.graphql', path.join(folder, 'schema.graphql'));
  const config = { src: './src', schema: './schema.graphql', language: 'javascript' };
  await writeFile(path.join(folder, 'relay.config.json'), JSON.stringify(config));
  await promisify(execFile)(compiler, { cwd: folder });
  for (const query of ['pageGroupQuery', 'pageAccountQuery']) {
    const artifact = await readFile(path.join(folder, `src/__generated__/${query}.graphql.js`), 'utf8');
    expect(artifact).toContain('node(id: $id)');
  }
});
