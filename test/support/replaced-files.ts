import { once } from 'node:events';
import { request } from 'node:http';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { plain } from '../media/support.js';
import { createAccount } from './account.js';
import type { TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import { graphql, type Headers } from './graphql.js';
import { addMember } from './member.js';
import { newPost } from './new-post.js';
import type { Service } from './service.js';

type Response = Awaited<ReturnType<typeof graphql>>;

/** Files of a post and of the library, and what publishing sends of them. */
export interface FileWorld {
  run(headers: Headers, name: string, input: object, selection: string): Promise<Response['data']>;
  /** The status of the group, or why the owner's approval is refused. */
  approve(postGroupId: string): Promise<string>;
  /** An upload for a later post, or for this one. */
  upload(headers: Headers, postGroupId?: string): Promise<{ id: string; url: string; uploadUrl: string }>;
  complete(
    headers: Headers,
    mediaId: string,
  ): Promise<{ id: string; url: string; status: string; problem: string; metadata: { width: number } }>;
  /** A picture of the account's library, uploaded and inspected. */
  keep(headers: Headers, picture: Buffer): Promise<{ id: string; url: string; uploadUrl: string }>;
  /** The account of the network that posts go to. */
  networkAccountId: string;
  owner: Headers;
  managed: Headers;
  contributor: Headers;
  createPost(headers: Headers, mediaId: string): Promise<string>;
  /** A contributor's draft with this file, for which approval was requested. */
  requested(mediaId: string): Promise<string>;
  /** A contributor's post with this file, approved by the owner, for a later time. */
  approved(mediaId: string): Promise<string>;
  /** Publishes a scheduled post now, as it is; its error, and the widths of the pictures that the platform received. */
  publish(postGroupId: string): Promise<{ code: string | null; widths: number[] }>;
}

export const picture = (width: number, color = 'blue') => plain(width, 30, color).png().toBuffer();

export const put = async (url: string, bytes: Buffer): Promise<number> => {
  const headers = { 'content-type': 'image/png' };
  return (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status;
};

/** Begins a PUT that the service has accepted once this resolves; `finish` sends the rest, and returns the status. */
export async function beginPut(url: string, bytes: Buffer, isAccepted: () => Promise<unknown>) {
  const headers = { 'content-type': 'image/png', 'content-length': bytes.length };
  const upload = request(url, { method: 'PUT', headers });
  const responded = once(upload, 'response');
  upload.write(bytes.subarray(0, 50));
  await isAccepted();
  return async (): Promise<number> => {
    upload.end(bytes.subarray(50));
    const [response] = await responded;
    response.resume();
    return response.statusCode;
  };
}

/** Until the result is called, commits fail that change how many bytes of a file are stored, as when the process ends before them. */
export async function failCommits(db: TestDatabase): Promise<() => Promise<unknown>> {
  await db.query(
    `CREATE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'No commit'; END $$`,
  );
  await db.query(
    `CREATE CONSTRAINT TRIGGER fail_commit AFTER UPDATE ON media DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
       WHEN (OLD.stored_bytes IS DISTINCT FROM NEW.stored_bytes) EXECUTE FUNCTION fail_commit()`,
  );
  return () => db.query('DROP FUNCTION fail_commit CASCADE');
}

export const startFileSandbox = (): Promise<Sandbox> => startSandbox({ port: 0 });

export async function openFileWorld(db: TestDatabase, service: Service, sandbox: Sandbox): Promise<FileWorld> {
  const account = await createAccount(db, { workspaceAccess: true });
  const userId = await account.manage();
  const owner = await account.session();
  const network = sandbox.createAccount('fediverse');
  const platformId = await account.connect(network);
  const { browser: contributor } = await addMember(db, account.userId, 'CONTRIBUTOR');
  const raw = (headers: Headers, name: string, input: object, selection: string) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
    return graphql(service, headers, `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`, {
      input,
    });
  };
  const run: FileWorld['run'] = async (headers, name, input, selection) => {
    const { data, errors } = await raw(headers, name, input, selection);
    expect(errors).toBeUndefined();
    return data[name];
  };
  const upload: FileWorld['upload'] = async (headers, postGroupId) => {
    const input = { fileName: 'cat.png', contentType: 'image/png', type: 'IMAGE', postGroupId };
    const { uploadUrl, media } = await run(headers, 'createUpload', input, 'uploadUrl media { id url }');
    return { ...media, uploadUrl };
  };
  const complete: FileWorld['complete'] = async (headers, mediaId) =>
    (await run(headers, 'completeUpload', { mediaId }, 'media { id url status problem metadata { width } }')).media;
  const createPost: FileWorld['createPost'] = async (headers, mediaId) => {
    const post = newPost({ content: 'With a file', platformIds: [platformId], media: [{ mediaId }] });
    return (await run(headers, 'createPost', post, 'postGroupId')).postGroupId;
  };
  const approve: FileWorld['approve'] = async (postGroupId) => {
    const { data, errors } = await raw(owner, 'approvePost', { postGroupId }, 'postGroup { status }');
    return errors ? errors[0]?.extensions.code : data.approvePost.postGroup.status;
  };
  const requested: FileWorld['requested'] = async (mediaId) => {
    const postGroupId = await createPost(contributor, mediaId);
    const scheduledTime = new Date(Date.now() + 3_600_000).toISOString();
    await run(contributor, 'requestApproval', { postGroupId, scheduledTime }, 'approval { state }');
    return postGroupId;
  };
  return {
    run,
    approve,
    upload,
    complete,
    async keep(headers, bytes) {
      const file = await upload(headers);
      await run(headers, 'keepInLibrary', { mediaId: file.id }, 'media { id }');
      expect(await put(file.uploadUrl, bytes)).toBe(200);
      return { ...file, ...(await complete(headers, file.id)) };
    },
    networkAccountId: network.accountId,
    owner,
    managed: { ...owner, 'x-service-user-id': userId },
    contributor,
    createPost,
    requested,
    async approved(mediaId) {
      const postGroupId = await requested(mediaId);
      expect(await approve(postGroupId)).toBe('SCHEDULED');
      return postGroupId;
    },
    async publish(postGroupId) {
      await db.query(
        'UPDATE pgboss.job SET start_after = now(), priority = 0 WHERE id IN (SELECT job_id FROM platform_posts WHERE group_id = $1)',
        [postGroupId],
      );
      const query = 'query ($id: ID!) { postGroup(id: $id) { processingStatus posts { error { code } } } }';
      const group = await eventually(async () => {
        const { data } = await graphql(service, owner, query, { id: postGroupId });
        return data.postGroup.processingStatus === 'FINISHED' ? data.postGroup : undefined;
      }, 60_000);
      const posts = sandbox.posts({ accountId: network.accountId });
      const widths = posts.flatMap(({ media }) => media.map(({ width }) => width ?? 0));
      return { code: group.posts[0].error?.code ?? null, widths };
    },
  };
}
