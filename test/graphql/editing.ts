import sharp from 'sharp';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { nodesOf } from '../support/nodes.js';
import type { Service } from '../support/service.js';

/** A group as these tests read it. */
export interface Group {
  id: string;
  status: string;
  videoTimestamp: number | null;
  processingStatus: string;
  livePosts: number;
  content: string;
  overrides: { platformId: string; content: string }[];
  scheduledTime: string | null;
  updatedAt: string;
  publishedAt: string | null;
  allowedActions: string[];
  platformSettings: { videohub: { title: string } };
  posts: {
    id: string;
    platformId: string;
    content: string;
    status: string;
    dueAt: string | null;
    updatedAt: string;
    publishedAt: string | null;
    allowedActions: string[];
    error: { code: string } | null;
  }[];
  media: {
    id: string;
    name: string;
    altText: string | null;
    url: string;
    status: string;
    metadata: { size: number };
  }[];
}

const GROUP = `id status videoTimestamp processingStatus livePosts content overrides { platformId content } scheduledTime updatedAt publishedAt allowedActions
  platformSettings { videohub { title } }
  posts { id platformId content status dueAt updatedAt publishedAt allowedActions error { code } }
  media(first: 100) { edges { node { id name altText url status metadata { size } } } }`;

const SELECTIONS: Record<string, string> = {
  createPost: `postGroup { ${GROUP} }`,
  updatePost: `postGroup { ${GROUP} }`,
  duplicatePost: `postGroupId replayed postGroup { ${GROUP} }`,
  retryPostGroup: `postGroup { ${GROUP} } results { platformPost { id status } error { code message details } }`,
  createPosts: 'results { postGroupId replayed postGroup { id content status } error { code message details } }',
  createUpload: 'uploadUrl media { id }',
  completeUpload: 'media { status }',
  deletePost: 'deletedPostGroupId',
  disconnectAccount: 'disconnectedAccountId',
};

export const LATER = '2035-01-01T00:00:00.000Z';
export const now = () => new Date().toISOString();

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
export const withFiles = (group: any): Group => group && { ...group, media: nodesOf(group.media) };

/** Edits posts of one account, with accounts of the sandbox. */
export async function makeEditing(db: TestDatabase, service: Service, account?: TestAccount) {
  const sandbox: Sandbox = await startSandbox({ port: 0 });
  const owner = account ?? (await createAccount(db));
  const headers: Headers = { 'x-api-key': owner.apiKey };

  const run = (name: string, input: object, by: Headers = headers, on = service) =>
    graphql(
      on,
      by,
      `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${SELECTIONS[name]} } }`,
      { input },
    );
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
  async function succeed(name: string, input: object, by: Headers = headers): Promise<any> {
    const { data, errors } = await run(name, input, by);
    if (errors) throw new Error(JSON.stringify(errors));
    const { postGroup, ...answer } = data[name];
    return postGroup ? { ...answer, postGroup: withFiles(postGroup) } : answer;
  }
  const read = async (id: string): Promise<Group> => {
    const query = `query ($id: ID!) { postGroup(id: $id) { ${GROUP} } }`;
    return withFiles((await graphql(service, headers, query, { id })).data.postGroup);
  };
  /** An address to upload a file to. */
  const open = (file: object): Promise<{ uploadUrl: string; media: { id: string } }> => succeed('createUpload', file);
  return {
    sandbox,
    account: owner,
    headers,
    run,
    succeed,
    read,
    async refused(name: string, input: object, by: Headers = headers) {
      const { errors } = await run(name, input, by);
      expect(errors).toHaveLength(1);
      return errors?.[0]?.extensions;
    },
    create: async (input: Record<string, unknown>): Promise<Group> =>
      (await succeed('createPost', newPost(input))).postGroup,
    update: async (postGroupId: string, input: object): Promise<Group> =>
      (await succeed('updatePost', { postGroupId, ...input })).postGroup,
    async connect(...platforms: Parameters<Sandbox['createAccount']>[0][]) {
      const accounts: SandboxAccount[] = platforms.map((platform) => sandbox.createAccount(platform));
      const platformIds: string[] = [];
      for (const one of accounts) platformIds.push(await owner.connect(one));
      return { accounts, platformIds };
    },
    /** The texts that an account has on its platform. */
    sent: ({ accountId }: Pick<SandboxAccount, 'accountId'>) => sandbox.posts({ accountId }).map(({ text }) => text),
    ended: (id: string) =>
      eventually(async () => {
        const group = await read(id);
        return group.processingStatus === 'FINISHED' ? group : undefined;
      }, 40_000),
    open,
    /** A picture of this color is uploaded and inspected. */
    async upload(postGroupId: string, fileName: string, background: string): Promise<string> {
      const { uploadUrl, media } = await open({ postGroupId, fileName, contentType: 'image/png', type: 'IMAGE' });
      const body = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer();
      const answer = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body });
      expect(answer.status).toBe(200);
      await succeed('completeUpload', { mediaId: media.id });
      return media.id;
    },
    /** Platform posts that count in the plan, over all months. */
    async counted(): Promise<Record<string, number>> {
      const rows = await db.query<{ id: string; used: number }>(
        'SELECT platform_id AS id, sum(used)::int AS used FROM post_usage WHERE user_id = $1 GROUP BY 1 HAVING sum(used) > 0',
        [owner.userId],
      );
      return Object.fromEntries(rows.map(({ id, used }) => [id, used]));
    },
    async jobs(groupId: string): Promise<number> {
      const rows = await db.query(`SELECT 1 FROM pgboss.job WHERE data->>'groupId' = $1 AND state = 'created'`, [
        groupId,
      ]);
      return rows.length;
    },
  };
}

export type Editing = Awaited<ReturnType<typeof makeEditing>>;
