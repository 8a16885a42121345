/** The service as it is deployed, an API and workers, with one person who publishes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { freePort } from '../faults/world.js';
import { createAccount } from '../support/account.js';
import { Browser } from '../support/browser.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { startService } from '../support/service.js';

/** A file to publish, and what it shows. */
export interface MediaFile {
  name: string;
  contentType: string;
  bytes: Buffer<ArrayBuffer>;
  altText: string;
}

/** What became of a post. */
export interface Published {
  status: string;
  postedId: string | null;
  url: string | null;
  error: { code: string; message: string } | null;
}

export interface Publishing {
  /** Base address of the API. */
  url: string;
  /** A browser in which the person is signed in. */
  browser: Browser;
  /** Connects an account with what its owner would type in; answers its platform id. */
  connect(platform: string, fields: Record<string, string>): Promise<string>;
  /** Platform ids of the accounts that are connected. */
  connected(): Promise<string[]>;
  /** Publishes now, and waits for how it ends. */
  publish(platformId: string, content: string, media?: readonly MediaFile[]): Promise<Published>;
  close(): Promise<void>;
}

/** Every kind of content: the files that a post of it has. */
export type Contents = Record<'text' | 'images' | 'video', readonly MediaFile[]>;

export async function makeContents(): Promise<Contents> {
  const image = async (width: number, height: number, background: string, altText: string): Promise<MediaFile> => {
    const picture = sharp({ create: { width, height, channels: 3, background } });
    const bytes = Buffer.from(await picture.jpeg().toBuffer());
    return { name: 'picture.jpg', contentType: 'image/jpeg', bytes, altText };
  };
  const clip = await readFile('test/media/fixtures/index-first.mp4');
  return {
    text: [],
    images: [
      await image(600, 400, 'orange', 'An orange “field”\nbelow 世界'),
      await image(300, 500, 'teal', 'A teal wall'),
    ],
    video: [{ name: 'clip.mp4', contentType: 'video/mp4', bytes: Buffer.from(clip), altText: 'It moves' }],
  };
}

export async function startPublishing(): Promise<Publishing> {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servers-'));
  const port = String(await freePort());
  const env = {
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    // More than a server needs, also on a busy machine: only a fault makes a request take longer.
    PUBLISH_TIMEOUT_MS: '3000',
  };
  const api = await startService({ db, roles: 'api', env });
  const workers = await Promise.all([1, 2].map(() => startService({ db, roles: 'worker', env })));
  const account = await createAccount(db);
  const session = await account.session();
  const key = { 'x-api-key': account.apiKey };

  const ask = async (headers: Record<string, string>, query: string, variables: object = {}) => {
    const { data, errors } = await graphql(api, headers, query, { ...variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const change = (headers: Record<string, string>, name: string, input: object, selection: string) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
    return ask(headers, `mutation ($input: ${type}) { answer: ${name}(input: $input) { ${selection} } }`, { input });
  };

  return {
    url: api.url,
    browser: new Browser(session),
    async connect(platform, fields) {
      const input = {
        platform: platform.toUpperCase(),
        fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
      };
      const { answer } = await change(session, 'connectAccount', input, 'account { platformId }');
      return answer.account.platformId;
    },
    async connected() {
      const rows = await db.query<{ id: string }>('SELECT platform_id AS id FROM connections WHERE user_id = $1', [
        account.userId,
      ]);
      return rows.map(({ id }) => id);
    },
    async publish(platformId, content, media = []) {
      const input = { post: { content, platformIds: [platformId] } };
      const { answer } = await change(key, 'createPost', input, 'postGroup { id }');
      const { id } = answer.postGroup;
      const altTexts: object[] = [];
      for (const { name, contentType, bytes, altText } of media) {
        const type = contentType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
        const file = { postGroupId: id, fileName: name, contentType, type };
        const { answer: upload } = await change(key, 'createUpload', file, 'uploadUrl media { id }');
        altTexts.push({ mediaId: upload.media.id, text: altText });
        const headers = { 'content-type': contentType };
        const { status } = await fetch(upload.uploadUrl, { method: 'PUT', headers, body: bytes });
        if (status !== 200) throw new Error(`The upload was answered with ${status}`);
      }
      const scheduled = {
        postGroupId: id,
        altTexts,
        status: 'SCHEDULED',
        scheduledTime: new Date().toISOString(),
      };
      await change(key, 'updatePost', scheduled, 'postGroup { id }');
      const POST = `query ($id: ID!) {
        postGroup(id: $id) { processingStatus posts { status postedId url error { code message } } }
      }`;
      return eventually(async () => {
        const { postGroup } = await ask(key, POST, { id });
        return postGroup.processingStatus === 'FINISHED' ? postGroup.posts[0] : undefined;
      }, 60_000);
    },
    async close() {
      for (const service of [...workers, api]) await service.stop();
      await db.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
