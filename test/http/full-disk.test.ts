import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

const MEBIBYTE = 2 ** 20;
const dataDir = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
let db: TestDatabase;
let service: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService({ db, roles: 'api', env: { DATA_DIR: dataDir }, maxFileBytes: MEBIBYTE });
  account = await createAccount(db, { connected: ['fediverse-1'] });
});
afterAll(async () => {
  await service?.stop();
  await db?.drop();
  await rm(dataDir, { recursive: true });
});

async function newGroup(): Promise<string> {
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const input = { post: { content: 'Hi', platformIds: ['fediverse-1'] } };
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, { input });
  return data.createPost.postGroup.id;
}

async function uploadAddress(): Promise<string> {
  const query = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }';
  const input = { postGroupId: await newGroup(), fileName: 'clip.mp4', contentType: 'video/mp4', type: 'VIDEO' };
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, { input });
  return data.createUpload.uploadUrl;
}

/** Sends all parts without reading the response, as simple clients do. */
async function answerTo(sent: ClientRequest, parts: Buffer[]) {
  const answer = new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => resolve({ status: response.statusCode, body: await json(response) }));
  });
  for (const part of parts) sent.write(part);
  sent.end();
  return answer;
}

const put = async (connection: string) => {
  const parts = Array.from({ length: 32 }, () => Buffer.alloc(MEBIBYTE));
  const headers = { 'content-type': 'video/mp4', 'content-length': parts.length * MEBIBYTE, connection };
  return answerTo(request(await uploadAddress(), { method: 'PUT', headers, agent: false }), parts);
};

const postVideo = async (connection: string) => {
  const cookie: Headers = await account.session();
  const headers = { ...cookie, 'content-type': 'multipart/form-data; boundary=x', connection };
  const field = `--x\r\nContent-Disposition: form-data; name="postGroupId"\r\n\r\n${await newGroup()}\r\n`;
  const head =
    '--x\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
  // It begins as an MP4 does.
  const video = [Buffer.from('\0\0\0\x18ftypmp42'), ...Array.from({ length: 32 }, () => Buffer.alloc(MEBIBYTE))];
  const parts = [Buffer.from(field + head), ...video, Buffer.from('\r\n--x--\r\n')];
  return answerTo(request(`${service.url}/media/process-video`, { method: 'POST', headers, agent: false }), parts);
};

/** The next line that is logged. */
const logged = () => eventually(async () => /"msg":"([^"]*)"/.exec(service.errors.shift() ?? '')?.[1]);
const filesIn = (folder: string) => readdir(path.join(dataDir, folder));

describe.each(['keep-alive', 'close'])('with Connection: %s', (connection) => {
  test('an upload that fills the disk gets 500, not a reset, and leaves nothing', async () => {
    expect(await put(connection)).toEqual({ status: 500, body: { error: 'Internal Server Error' } });
    expect(await logged()).toBe('Unexpected failure of the object storage');
    expect(await filesIn('objects')).toEqual([]);
  });

  test('a video that fills the disk gets 500, not a reset, and leaves nothing', async () => {
    expect(await postVideo(connection)).toEqual({ status: 500, body: { error: 'Internal server error' } });
    expect(await logged()).toBe('Unexpected failure while processing a video');
    expect(await filesIn('temporary')).toEqual([]);
  });

  test('a video for which no folder can be made gets 500, not a reset', async () => {
    const [folder, away] = [path.join(dataDir, 'temporary'), path.join(dataDir, 'away')];
    await rename(folder, away);
    await writeFile(folder, 'in its place');
    try {
      expect(await postVideo(connection)).toEqual({ status: 500, body: { error: 'Internal server error' } });
      expect(await logged()).toBe('Unexpected failure while processing a video');
    } finally {
      await rm(folder);
      await rename(away, folder);
    }
  });
});

test('what fits is stored', async () => {
  const clip = await readFile('test/media/fixtures/index-first.mp4');
  const headers = { 'content-type': 'video/mp4' };
  const answer = await fetch(await uploadAddress(), { method: 'PUT', headers, body: new Uint8Array(clip) });
  expect(answer.status).toBe(200);
});
