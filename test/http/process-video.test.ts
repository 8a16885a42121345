import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

const MEBIBYTE = 2 ** 20;
const LIMIT = 512 * MEBIBYTE;
const dataDir = mkdtempSync(path.join(tmpdir(), 'process-video-'));

let db: TestDatabase;
let service: Service;
let account: TestAccount;
let session: Headers;
let clip: Buffer;

const start = () => startService({ db, roles: 'api', env: { DATA_DIR: dataDir } });
beforeAll(async () => {
  clip = await readFile(path.resolve('test/media/fixtures/index-first.mp4'));
  db = await createTestDatabase();
  service = await start();
  account = await createAccount(db, { connected: ['fediverse-1'] });
  session = await account.session();
});
afterAll(async () => {
  await service?.stop();
  await db?.drop();
  await rm(dataDir, { recursive: true });
});

async function newGroup(status = 'draft', owner = account): Promise<string> {
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const input = { post: { content: 'Hi', platformIds: ['fediverse-1'] } };
  const { data } = await graphql(service, { 'x-api-key': owner.apiKey }, query, { input });
  const { id } = data.createPost.postGroup;
  await db.query('UPDATE post_groups SET status = $2 WHERE id = $1', [id, status]);
  await db.query('UPDATE platform_posts SET status = $2 WHERE group_id = $1', [id, status]);
  return id;
}

interface File {
  content?: Buffer;
  name?: string;
  type?: string;
}

const ANSWERED = { sessionId: expect.stringMatching(/^\d{13}$/) };

/** Sends a form; `post` is what a browser does. */
async function post(postGroupId: string | null, file: File | null, headers = session, to = service) {
  const form = new FormData();
  if (postGroupId !== null) form.set('postGroupId', postGroupId);
  if (file) {
    const { content = clip, name = 'clip.mp4', type = 'video/mp4' } = file;
    form.set('video', new Blob([new Uint8Array(content)], { type }), name);
  }
  const answer = await fetch(`${to.url}/media/process-video`, { method: 'POST', body: form, headers });
  return { status: answer.status, body: await answer.json() };
}

interface ReceivedEvents {
  id: number;
  stage: string;
  percent: number;
  error?: string;
  media?: { mediaId: string; fileUrl: string; mimeType: string; metadata: Record<string, unknown> };
}

const progress = (sessionId: string, headers: Headers = session, from = service) =>
  fetch(`${from.url}/media/processing-progress/${sessionId}`, { headers });

/** Reads all events of a stream until the service ends it. */
async function readEvents(
  sessionId: string,
  { after, from = service }: { after?: number; from?: Service } = {},
): Promise<ReceivedEvents[]> {
  const headers = { ...session, ...(after !== undefined && { 'last-event-id': String(after) }) };
  const answer = await progress(sessionId, headers, from);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const text = await answer.text();
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, id, data] = /^id: (\d+)\nevent: progress\ndata: (.*)$/.exec(block) ?? [];
      return { id: Number(id), ...JSON.parse(data ?? '') };
    });
}

const mediaOf = (postGroupId: string) =>
  db.query('SELECT id, type, status, name, mime_type, metadata FROM media WHERE group_id = $1 ORDER BY added_at', [
    postGroupId,
  ]);
const filesIn = (folder: string) => readdir(path.join(dataDir, folder)).catch(() => []);

/** That no temporary file is left. */
const expectTidy = () => eventually(async () => ((await filesIn('temporary')).length === 0 ? true : undefined));

describe('POST /media/process-video', () => {
  test.each([
    ['MP4', 'index-first.mp4', 'video/mp4'],
    ['MP4 with its index at the end', 'index-last.mp4', 'video/mp4'],
    ['MOV', 'clip.mov', 'video/quicktime'],
    ['AVI', 'clip.avi', 'video/x-msvideo'],
    ['MKV', 'clip.mkv', 'video/x-matroska'],
    ['WebM', 'clip.webm', 'video/webm'],
    ['a MOV that the browser does not know', 'clip.mov', 'application/octet-stream'],
  ])('%s: answers a session; the video is read, stored and attached', async (_format, name, type) => {
    const content = await readFile(path.resolve('test/media/fixtures', name));
    const postGroupId = await newGroup();
    const { status, body } = await post(postGroupId, { content, name, type });
    expect([status, body]).toEqual([200, ANSWERED]);
    const events = await readEvents(body.sessionId);
    const { media } = events.at(-1) ?? {};
    expect(events.map(({ id }) => id)).toEqual(events.map((_event, index) => index + 1));
    expect([...new Set(events.map(({ stage }) => stage))]).toEqual(['uploading', 'probing', 'storing', 'done']);
    expect(media?.metadata).toMatchObject({
      size: content.length,
      width: expect.any(Number),
      height: expect.any(Number),
      codecName: expect.any(String),
      frameRate: expect.any(Number),
      bitRate: expect.any(Number),
      duration: expect.any(Number),
    });
    const { mediaId: id, metadata } = media ?? {};
    expect(await mediaOf(postGroupId)).toEqual([
      { id, type: 'video', status: 'ready', name, mime_type: media?.mimeType, metadata },
    ]);
    const served = await fetch(media?.fileUrl ?? '');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(content);
    await expectTidy();
  });

  test('the id of the session is the time in milliseconds, and another one for each video', async () => {
    const [postGroupId, since] = [await newGroup(), Date.now()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(postGroupId, {})));
    const ids = answers.map(({ body }) => Number(body.sessionId));
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) {
      expect(id).toBeGreaterThanOrEqual(since);
      expect(id).toBeLessThan(Date.now() + 5);
    }
    await Promise.all(ids.map((id) => readEvents(String(id))));
    expect(await mediaOf(postGroupId)).toHaveLength(5);
  });

  test('without a file: 400', async () => {
    const postGroupId = await newGroup();
    const missing = { status: 400, body: { error: 'No video file uploaded' } };
    expect(await post(postGroupId, null)).toEqual(missing);
    expect(await post(postGroupId, { content: Buffer.alloc(0), name: '', type: 'application/octet-stream' })).toEqual(
      missing,
    );
    for (const [type, body] of [
      ['application/json', '{}'],
      ['multipart/form-data', 'no boundary'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="video"\r\n\r\na text\r\n--x--\r\n',
      ],
      ['multipart/form-data; boundary=x', '--x\r\nbreaks off'],
    ] as const) {
      const headers = { ...session, 'content-type': type };
      const answer = await fetch(`${service.url}/media/process-video`, { method: 'POST', headers, body });
      expect([answer.status, await answer.json()]).toEqual([400, missing.body]);
    }
  });

  test.each([
    ['notes.txt', 'text/plain', 'Notes'],
    ['clip.mp4', 'video/mp4', '<!doctype html><html></html>'],
    ['clip.3gp', 'video/3gpp', '\0\0\0\x18ftyp3gp4\0\0\0\0'],
    ['cat.gif', 'video/mp4', 'GIF89a\x01\0\x01\0'],
  ])('%s as %s, whose bytes are no video that is allowed: 400, and nothing is kept', async (name, type, content) => {
    const postGroupId = await newGroup();
    expect(await post(postGroupId, { name, type, content: Buffer.from(content, 'latin1') })).toEqual({
      status: 400,
      body: { error: 'Unsupported video format. Allowed: MP4, MOV, AVI, MKV, WebM' },
    });
    expect(await mediaOf(postGroupId)).toEqual([]);
    await expectTidy();
  });

  test('only into a group of the caller’s own whose publishing has not started', async () => {
    const notFound = { status: 404, body: { error: 'Post group not found' } };
    const foreign = await newGroup('draft', await createAccount(db, { connected: ['fediverse-1'] }));
    for (const id of [foreign, 'f'.repeat(24), 'abc', '\0', null]) expect(await post(id, {})).toEqual(notFound);
    expect(await post(await newGroup('published'), {})).toEqual({
      status: 400,
      body: { error: 'Cannot attach media: post is currently in published status' },
    });
    await expectTidy();
  });

  test('a session opens it, and no API key: 401, before the file is read', async () => {
    for (const headers of [{}, { 'x-api-key': account.apiKey }] as Headers[]) {
      expect((await post(await newGroup(), {}, headers)).status).toBe(401);
    }
  });

  test('a page of another site does not use the session', async () => {
    const headers = { ...session, origin: 'https://elsewhere.example' };
    expect((await post(await newGroup(), {}, headers)).status).toBe(401);
  });

  test.each([
    ['clip.mp4', 'text/html'],
    ['clip.wmv', 'application/octet-stream'],
    ['clip', 'video/mov'],
  ])('the bytes decide: a video as %s, %s is one', async (name, type) => {
    const postGroupId = await newGroup();
    const { body } = await post(postGroupId, { name, type });
    expect((await readEvents(body.sessionId)).at(-1)).toMatchObject({
      stage: 'done',
      media: { mimeType: 'video/mp4' },
    });
    expect(await mediaOf(postGroupId)).toMatchObject([{ type: 'video', status: 'ready', mime_type: 'video/mp4' }]);
  });

  test('a file that is no video after all is reported as failed, and nothing is kept', async () => {
    const objects = await filesIn('objects');
    const postGroupId = await newGroup();
    const { body } = await post(postGroupId, { content: clip.subarray(0, 40) });
    expect((await readEvents(body.sessionId)).at(-1)).toMatchObject({
      stage: 'failed',
      error: 'The video is truncated: its end is missing',
    });
    expect(await mediaOf(postGroupId)).toEqual([]);
    expect(await filesIn('objects')).toEqual(objects);
    await expectTidy();
  });

  test('a client that goes away half-way leaves nothing behind', async () => {
    const sent = sendForm(await newGroup(), 100 * MEBIBYTE);
    await eventually(async () => (await filesIn('temporary')).length > 0 || undefined);
    sent.abort();
    await expectTidy();
  });
});

describe('GET /media/processing-progress/:sessionId', () => {
  let sessionId: string;
  beforeAll(async () => {
    sessionId = (await post(await newGroup(), {})).body.sessionId;
  });

  test('with Last-Event-ID it goes on where it stopped', async () => {
    const all = await readEvents(sessionId);
    for (const after of [0, 1, all.length - 1])
      expect(await readEvents(sessionId, { after })).toEqual(all.slice(after));
  });

  test('after the end the response is 204, so that a browser does not reconnect', async () => {
    const all = await readEvents(sessionId);
    const answer = await progress(sessionId, { ...session, 'last-event-id': String(all.length) });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  test('every process can report it', async () => {
    const other = await start();
    try {
      const { body } = await post(await newGroup(), {});
      const events = await readEvents(body.sessionId, { from: other });
      expect(events.at(-1)?.stage).toBe('done');
      expect(events).toEqual(await readEvents(body.sessionId));
    } finally {
      await other.stop();
    }
  });

  test('a session whose process died is reported as failed; what it left behind is removed', async () => {
    const doomed = await start();
    const { body } = await post(await newGroup(), {}, session, doomed);
    await doomed.kill();
    expect(await filesIn('temporary')).toHaveLength(1);
    await db.query(`UPDATE processing_sessions SET alive_at = alive_at - interval '31 seconds' WHERE id = $1`, [
      body.sessionId,
    ]);
    expect((await readEvents(body.sessionId)).at(-1)).toMatchObject({
      stage: 'failed',
      error: 'The video could not be processed completely: upload it again',
    });
    await (await start()).stop();
    await expectTidy();
  });

  test('another user’s session, or none: 404', async () => {
    const otherUser = await (await createAccount(db)).session();
    for (const [id, headers] of [
      [sessionId, otherUser],
      ['1', session],
      ['abc', session],
      ['%00', session],
    ] as const) {
      expect((await progress(id, headers)).status).toBe(404);
    }
    expect((await progress(sessionId, { 'x-api-key': account.apiKey })).status).toBe(401);
  });
});

describe('however large the video is', () => {
  test('over 512 MB: 400; memory stays flat, and nothing is kept', async () => {
    const objects = await filesIn('objects');
    const postGroupId = await newGroup();
    const memory = watchMemory(service.pid);
    const sent = sendForm(postGroupId, LIMIT + MEBIBYTE);
    const answer = await sent.answer;
    expect([answer.statusCode, await json(answer)]).toEqual([400, { error: 'The video is larger than 512 MB' }]);
    expect(await memory.growth()).toBeLessThan(128 * MEBIBYTE);
    sent.abort();
    expect(await mediaOf(postGroupId)).toEqual([]);
    expect(await filesIn('objects')).toEqual(objects);
    await expectTidy();
  }, 120_000);

  test('exactly 512 MB are taken; memory stays flat', async () => {
    const postGroupId = await newGroup();
    const memory = watchMemory(service.pid);
    const answer = await sendForm(postGroupId, LIMIT).answer;
    const { sessionId } = (await json(answer)) as { sessionId: string };
    const events = await readEvents(sessionId);
    expect(await memory.growth()).toBeLessThan(128 * MEBIBYTE);
    expect(events.at(-1)).toMatchObject({ stage: 'done', media: { metadata: { size: LIMIT } } });
    const storing = events.filter(({ stage }) => stage === 'storing').map(({ percent }) => percent);
    expect(storing).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  }, 120_000);
});

/** Sends a form with a clip of this many bytes. Players skip the bytes after its last box. */
function sendForm(postGroupId: string, size: number) {
  const chunk = Buffer.alloc(MEBIBYTE);
  const free = Buffer.alloc(8, '\0\0\0\0free', 'latin1');
  free.writeUInt32BE(size - clip.length);
  const field = `--x\r\nContent-Disposition: form-data; name="postGroupId"\r\n\r\n${postGroupId}\r\n`;
  const head =
    '--x\r\nContent-Disposition: form-data; name="video"; filename="long.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
  const body = Readable.from(
    (function* () {
      yield Buffer.concat([Buffer.from(field + head), clip, free]);
      for (let left = size - clip.length - free.length; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
      yield Buffer.from('\r\n--x--\r\n');
    })(),
  );
  const headers = { ...session, 'content-type': 'multipart/form-data; boundary=x' };
  const sent = request(`${service.url}/media/process-video`, { method: 'POST', headers });
  const answer = once(sent, 'response').then(([response]): IncomingMessage => response);
  // It may have its response before all is sent, or be aborted before it has one.
  for (const promise of [answer, pipeline(body, sent)]) promise.catch(() => undefined);
  return { answer, abort: () => sent.destroy() };
}

/** A form whose video does not end. */
function stallForm() {
  const head =
    '--x\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
  const headers = { ...session, 'content-type': 'multipart/form-data; boundary=x' };
  const sent = request(`${service.url}/media/process-video`, { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write(Buffer.concat([Buffer.from(head), clip]));
  return sent;
}

test('of an account four videos are received at a time: others wait for one of them, those of other accounts do not', async () => {
  const stalled = Array.from({ length: 4 }, stallForm);
  await eventually(async () => ((await filesIn('temporary')).length === 4 ? true : undefined));
  let isAnswered = false;
  const fifth = post(await newGroup(), {}).then((answer) => {
    isAnswered = true;
    return answer;
  });
  const gone = stallForm();
  await eventually(async () => ((await filesIn('temporary')).length === 6 ? true : undefined));
  const other = await createAccount(db, { connected: ['fediverse-1'] });
  expect((await post(await newGroup('draft', other), {}, await other.session())).status).toBe(200);
  expect(isAnswered).toBe(false);
  gone.destroy();
  stalled[0]?.destroy();
  expect((await fifth).status).toBe(200);
  for (const sent of stalled) sent.destroy();
  await expectTidy();
});

/** Samples the memory of a process, until the returned function is called for its largest growth. */
function watchMemory(pid: number) {
  const residentBytes = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  };
  const begin = residentBytes();
  let [most, over] = [0, false];
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, await residentBytes());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    async growth(): Promise<number> {
      over = true;
      await watching;
      return most - (await begin);
    },
  };
}
