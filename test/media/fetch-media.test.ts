/** Attacks on the service by the addresses of files, and what is left of them in storage. */
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DataSource } from 'typeorm';
import { buildConnector } from 'undici';
import { makeDataSource } from '../../src/compose/data-source.js';
import { makeFetchMedia } from '../../src/domain/media/fetch-media.use-case.js';
import { recordArrival } from '../../src/domain/media/media.repository.js';
import { makeMediaOfGroup } from '../../src/domain/media/media-of-group.step.js';
import type { SourceLimits } from '../../src/domain/media/media-source.io.js';
import { makeProbe } from '../../src/domain/media/probe.js';
import { makeReadMedia, type ReadMedia } from '../../src/domain/media/read-media.use-case.js';
import { DOCUMENTED_PLANS as plans } from '../../src/domain/plans/plans.js';
import { type RecordChanges, recordEvents } from '../../src/domain/posts/state/record-changes.repository.js';
import { newId } from '../../src/foundation/database/id.js';
import { makeTransaction } from '../../src/foundation/database/unit-of-work.js';
import { makeGuardedConnector, type Resolve } from '../../src/foundation/http-client/address-guard.js';
import { makeWebClient, openWebClient } from '../../src/foundation/http-client/web-client.js';
import { openDiskStorage } from '../../src/storage/disk-storage.js';
import { makeSignedAddresses } from '../../src/storage/signed-address.js';
import type { ObjectStorage } from '../../src/storage/storage.js';
import { insertRows } from '../graphql/page-data.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { openService, type Running } from '../support/service.js';
import { endless, file, type MediaSource, openMediaSource, redirect, status } from './media-source.js';
import { mediaProcesses, plain } from './support.js';

const MB = 1024 * 1024;
const dataDir = mkdtempSync(path.join(tmpdir(), 'fetch-media-'));
const picture = await plain(40, 30, 'teal').png().toBuffer();

let running: Running;
let source: MediaSource;
let dataSource: DataSource;
let account: TestAccount;

beforeAll(async () => {
  running = await openService({ env: { DATA_DIR: dataDir } });
  source = await openMediaSource();
  dataSource = await makeDataSource({ url: running.db.url, poolSize: 4 }).initialize();
});
beforeEach(async () => {
  source.answers = {};
  [source.requested, source.ended] = [[], []];
  account = await createAccount(running.db);
});
afterAll(async () => {
  source.close();
  await dataSource.destroy();
  await running.close();
  await rm(dataDir, { recursive: true });
});

type Connector = buildConnector.connector;
const anywhere = buildConnector({ timeout: 5_000 });
/** As in production, but for the source. */
const guarded = (resolve?: Resolve): Connector =>
  makeGuardedConnector({ timeoutMs: 5_000, trustedOrigins: [source.origin], ...(resolve && { resolve }) });

/** A file that waits to be fetched: no worker runs here. */
async function newFile(url: string, type = 'IMAGE'): Promise<string> {
  const headers = { 'x-api-key': account.apiKey };
  const postGroupId = newId();
  const times = { createdAt: 0, updatedAt: 0, scheduledTime: null };
  await insertRows(running.db, account.userId, [
    { id: postGroupId, ...times, status: 'draft', platforms: ['fediverse'] },
  ]);
  const query = `mutation ($input: CreateUploadFromUrlInput!) { createUploadFromUrl(input: $input) { media { id } } }`;
  const input = { postGroupId, url: new URL(url, source.origin).href, type };
  const added = await graphql(running.service, headers, query, { input });
  expect(added.errors).toBeUndefined();
  return added.data.createUploadFromUrl.media.id;
}

interface Attempt {
  connect?: Connector;
  limits?: Partial<SourceLimits>;
  number?: number;
  isLast?: boolean;
  signal?: AbortSignal;
}

const LIMITS = { maxBytes: 8 * MB, timeoutMs: 60_000, idleMs: 30_000 };

/** One attempt of a worker. */
async function attempt(mediaId: string, given: Attempt = {}): Promise<void> {
  const { connect = anywhere, limits, number = 1, isLast = false, signal = new AbortController().signal } = given;
  const web = makeWebClient(connect, 'media');
  await fetchBy(web.fetchWeb, mediaId, { limits: { ...LIMITS, ...limits }, number, isLast, signal }).finally(web.close);
}

const clock = () => new Date();
// No post changes with a file, and so no job and no webhook.
const recordChanges: RecordChanges = (db, { events }, now) => recordEvents(db, events, now);

const openStorage = () =>
  openDiskStorage({
    folder: path.join(dataDir, 'objects'),
    baseUrl: () => running.service.url,
    addresses: makeSignedAddresses({ keys: [ENCRYPTION_KEY], clock }),
    clock,
  });

function readFrom(storage: ObjectStorage): ReadMedia {
  const [transaction, probe] = [makeTransaction(dataSource), makeProbe(mediaProcesses())];
  const mediaQueue = { enqueueProbe: () => Promise.reject(new Error('No file is replaced')) };
  const db = dataSource.manager;
  return makeReadMedia({ db, transaction, plans, storage, probe, recordChanges, mediaQueue, clock });
}

async function fetchBy(
  fetchWeb: ReturnType<typeof makeWebClient>['fetchWeb'],
  mediaId: string,
  { limits, ...options }: { limits: SourceLimits; number: number; isLast: boolean; signal: AbortSignal },
): Promise<void> {
  const storage = await openStorage();
  const transaction = makeTransaction(dataSource);
  const readMedia = readFrom(storage);
  await makeFetchMedia({
    transaction,
    plans,
    storage,
    fetchWeb,
    readMedia,
    recordChanges,
    clock,
    limits,
  })(mediaId, options);
}

const stateOf = async (id: string) => {
  const [media] = await running.db.query<{ status: string; problem: string | null; stored: number; reserved: number }>(
    'SELECT status, problem, stored_bytes::int AS stored, reserved_bytes::int AS reserved FROM media WHERE id = $1',
    [id],
  );
  return media;
};
const objectsOf = async (id: string) =>
  (await readdir(path.join(dataDir, 'objects'))).filter((name) => name.includes(id));
const INVALID = (reason: string) => ({
  status: 'broken',
  problem: `The file could not be fetched: ${reason}`,
  stored: 0,
  reserved: 0,
});
const READY = { status: 'ready', problem: null, stored: picture.length, reserved: 0 };
const PENDING = { status: 'awaiting', problem: null, stored: 0, reserved: 0 };

/** An attempt after which the file is INVALID, and nothing is left of it. */
async function refuse(url: string, reason: string, options: Attempt = {}): Promise<void> {
  const id = await newFile(url);
  await attempt(id, options);
  expect(await stateOf(id)).toEqual(INVALID(reason));
  expect(await objectsOf(id)).toEqual([]);
}

test('a file is stored, inspected and counted with its size, whatever its server says of its type', async () => {
  const lengths: Record<string, string>[] = [{}, { 'content-length': String(picture.length) }];
  for (const headers of lengths) {
    source.answers = { '/a': redirect('/b'), '/b': file(picture, 'text/plain', headers) };
    const id = await newFile('/a');
    await attempt(id, { connect: guarded() });
    expect(await stateOf(id)).toEqual(READY);
    expect(await objectsOf(id)).toHaveLength(1);
  }
  expect(source.requested).toEqual(['/a', '/b', '/a', '/b']);
});

test('a file that arrives while somebody looks for it is found', async () => {
  const id = await newFile('/a');
  const storage = await openStorage();
  let looks = 0;
  const get: ObjectStorage['get'] = async (key, range) => {
    looks += 1;
    if (looks > 1) return storage.get(key, range);
    await storage.put(key, Readable.from([picture]), { contentType: 'image/png' });
    await recordArrival(dataSource.manager, id, clock());
    return undefined;
  };
  expect(await readFrom({ ...storage, get })(id)).toMatchObject({ status: 'ready', uploadUrl: null });
});

test('a file that arrived after the inspection before scheduling is not missing', async () => {
  const id = await newFile('/a');
  const [{ groupId } = { groupId: '' }] = await running.db.query<{ groupId: string }>(
    'SELECT group_id AS "groupId" FROM media WHERE id = $1',
    [id],
  );
  await recordArrival(dataSource.manager, id, clock());
  const notNeeded = () => Promise.reject(new Error('Nothing is stored or deleted'));
  const media = makeMediaOfGroup({
    plans,
    storage: await openStorage(),
    deleteObjects: notNeeded,
    mediaQueue: { enqueueFetch: notNeeded },
  });
  const group = { id: groupId, userId: account.userId };
  expect(await media.list(dataSource.manager, group)).toMatchObject([{ missing: null, metadata: { size: null } }]);
});

describe('an address inside the network is not connected to', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '169.254.169.254', '[::ffff:127.0.0.1]', '10.0.0.1'])(
    '%s, by the client of production',
    async (host) => {
      const web = openWebClient({ allowPrivate: false, purpose: 'media' });
      const id = await newFile(`http://${host}:${new URL(source.origin).port}/secret?token=1`);
      await fetchBy(web.fetchWeb, id, {
        limits: LIMITS,
        number: 4,
        isLast: false,
        signal: new AbortController().signal,
      });
      await web.close();
      const { problem = '', ...state } = (await stateOf(id)) ?? {};
      expect(state).toEqual({ status: 'broken', stored: 0, reserved: 0 });
      expect(problem).toMatch(/is not a public address$|the connection failed \(ENOTFOUND\)$/);
      expect(problem).not.toMatch(/secret|token/);
      expect(source.requested).toEqual([]);
    },
  );

  test('by a redirect', async () => {
    const { port } = new URL(source.origin);
    source.answers = { '/a': redirect(`http://localhost:${port}/inside`), '/inside': file(picture) };
    await refuse('/a', 'localhost is not a public address', { connect: guarded() });
    expect(source.requested).toEqual(['/a']);
  });

  test('by a name with a private address beside a public one', async () => {
    const resolve: Resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await refuse('http://both.example/', 'both.example is not a public address', { connect: guarded(resolve) });
  });

  test('by a name whose second look-up leads there: the address that was checked is the one connected to', async () => {
    const { port } = new URL(source.origin);
    let lookUps = 0;
    const resolve: Resolve = async () => {
      lookUps += 1;
      // Nobody is reached there in time.
      return [{ address: lookUps === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }];
    };
    source.answers = { '/a': file(picture) };
    const id = await newFile(`http://rebinding.example:${port}/a`);
    const options = { connect: guarded(resolve), limits: { idleMs: 500 } };
    await expect(attempt(id, options)).rejects.toThrow(/^nothing arrived|^the connection failed/);
    expect(lookUps).toBe(1);
    await attempt(id, { ...options, number: 2 });
    expect(await stateOf(id)).toEqual(INVALID('rebinding.example is not a public address'));
    expect(source.requested).toEqual([]);
  });
});

describe('INVALID at once, with the reason', () => {
  test.each<[string, string, () => Promise<void> | void]>([
    ['a file that is not there', 'the server answered 404', () => undefined],
    [
      'redirects without end',
      'there are more than 5 redirects',
      () => {
        source.answers = { '/a': redirect('/b'), '/b': redirect('/a') };
      },
    ],
    [
      'a redirect to another protocol',
      'it is not at an http or https address without credentials',
      () => {
        source.answers = { '/a': redirect('file:///etc/passwd') };
      },
    ],
    [
      'a redirect with credentials',
      'it is not at an http or https address without credentials',
      () => {
        source.answers = { '/a': redirect(source.origin.replace('//', '//me:secret@')) };
      },
    ],
    [
      'an empty file',
      'it is empty',
      () => {
        source.answers = { '/a': file(Buffer.alloc(0), 'image/png') };
      },
    ],
    [
      'a page',
      'it is an HTML page, which no platform accepts',
      () => {
        source.answers = { '/a': file(Buffer.from('<!doctype html><p>Sign in'), 'image/png') };
      },
    ],
    [
      'what nobody knows',
      'it is of an unknown format',
      () => {
        source.answers = { '/a': file(Buffer.from('hello'), 'image/png') };
      },
    ],
  ])('%s', async (_name, reason, prepare) => {
    await prepare();
    await refuse('/a', reason, { connect: guarded() });
    expect(source.requested.length).toBeLessThanOrEqual(6);
  });

  test('nothing: what is an image is one, whatever it was said to be', async () => {
    source.answers = { '/a': file(picture, 'video/mp4') };
    const id = await newFile('/a', 'VIDEO');
    await attempt(id);
    expect(await stateOf(id)).toMatchObject({ status: 'ready', problem: null });
    expect(await running.db.query('SELECT type, mime_type FROM media WHERE id = $1', [id])).toEqual([
      { type: 'image', mime_type: 'image/png' },
    ]);
  });

  test('a truncated file, which was inspected', async () => {
    source.answers = { '/a': file(picture.subarray(0, 60), 'image/png') };
    const id = await newFile('/a');
    await attempt(id);
    expect(await stateOf(id)).toMatchObject({
      status: 'broken',
      problem: 'The file is a PNG image that is damaged or truncated',
      stored: 0,
      reserved: 0,
    });
    expect(await objectsOf(id)).toEqual([]);
  });

  test('a file that says it is too large, of which nothing is read', async () => {
    source.answers = {
      '/a': (_, response) => {
        response.writeHead(200, { 'content-length': String(9 * MB) }).flushHeaders();
      },
    };
    await refuse('/a', 'it is larger than 8 MB');
    await eventually(async () => source.ended.includes('/a') || undefined);
  });

  test('a body without end', async () => {
    source.answers = { '/a': endless(picture, Buffer.alloc(64 * 1024)) };
    await refuse('/a', 'it is larger than 8 MB');
    await eventually(async () => source.ended.includes('/a') || undefined);
  });

  test('a body that never gets to its end in time', async () => {
    source.answers = {
      '/a': (_, response) => {
        response.writeHead(200).write(picture);
        const drip = setInterval(() => response.write('.'), 50);
        response.once('close', () => clearInterval(drip));
      },
    };
    await refuse('/a', 'it took longer than 0.5 seconds', { limits: { timeoutMs: 500 } });
    await eventually(async () => source.ended.includes('/a') || undefined);
  });
});

describe('a server that fails is tried four times', () => {
  const LATE = { limits: { idleMs: 300 } };
  test.each<[string, string, Attempt, () => void]>([
    [
      'answers 503',
      'the server answered 503',
      {},
      () => {
        source.answers = { '/a': status(503) };
      },
    ],
    [
      'answers 429',
      'the server answered 429',
      {},
      () => {
        source.answers = { '/a': status(429) };
      },
    ],
    [
      'does not answer',
      'nothing arrived for 0.3 seconds',
      LATE,
      () => {
        source.answers = { '/a': () => undefined };
      },
    ],
    [
      'stops in the middle',
      'nothing arrived for 0.3 seconds',
      LATE,
      () => {
        source.answers = { '/a': endless(Buffer.concat([picture, Buffer.alloc(5_000)])) };
      },
    ],
    [
      'closes the connection',
      'the connection failed',
      {},
      () => {
        source.answers = { '/a': (request) => void request.socket.destroy() };
      },
    ],
    [
      'breaks off in the middle',
      'the connection failed',
      {},
      () => {
        source.answers = {
          '/a': (request, response) => {
            response.writeHead(200, { 'content-length': '100000' }).write(picture, () => request.socket.destroy());
          },
        };
      },
    ],
  ])('%s', async (_name, reason, options, prepare) => {
    prepare();
    const id = await newFile('/a');
    for (const number of [1, 2, 3]) {
      await expect(attempt(id, { ...options, number })).rejects.toThrow(reason);
      expect(await stateOf(id)).toEqual(PENDING);
    }
    await attempt(id, { ...options, number: 4 });
    expect(await stateOf(id)).toEqual(INVALID(reason));
    expect(await objectsOf(id)).toEqual([]);
  });

  test('and a file that it has the second time is READY', async () => {
    source.answers = { '/a': status(503) };
    const id = await newFile('/a');
    await expect(attempt(id)).rejects.toThrow('503');
    source.answers = { '/a': file(picture) };
    await attempt(id, { number: 2 });
    expect(await stateOf(id)).toEqual(READY);
  });
});

describe('storage', () => {
  /** The account may store so many bytes more. */
  const leaveRoom = async (bytes: number) =>
    running.db.query(
      `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                          status, metadata, added_at, updated_at, stored_bytes)
       VALUES (left(md5($1), 24), $1, '', 'image', 'a', 'a', 'a', 'a', now(), 'image/png', 'ready', '{}', now(), now(), $2)`,
      [account.userId, 250 * 1024 ** 3 - bytes],
    );
  const FULL = 'Storage limit reached. Delete files to upload more.';

  test('a file that says it is larger than what is left is not read', async () => {
    await leaveRoom(picture.length - 1);
    source.answers = { '/a': file(picture, 'image/png', { 'content-length': String(picture.length) }) };
    await refuse('/a', FULL);
  });

  test('a body without end is read no further than what is left', async () => {
    await leaveRoom(2 * MB);
    source.answers = { '/a': endless(picture, Buffer.alloc(64 * 1024)) };
    await refuse('/a', FULL);
  });

  test('a file that says it is smaller than it is is counted with what arrives', async () => {
    await leaveRoom(1_000 * MB);
    const large = await plain(1_200, 1_200, 'teal').png({ compressionLevel: 0 }).toBuffer();
    source.answers = { '/a': (_, response) => void response.writeHead(200).end(large) };
    const id = await newFile('/a');
    await attempt(id);
    expect(await stateOf(id)).toMatchObject({ status: 'ready', stored: large.length, reserved: 0 });
  });

  test('what is being fetched counts: two files that fit one by one do not fit together', async () => {
    // The first bytes are read when there are enough to tell what it is.
    const large = Buffer.concat([picture, Buffer.alloc(5_000)]);
    const headers = { 'content-length': String(large.length) };
    await leaveRoom(large.length + 10);
    let finish = () => {};
    source.answers = {
      '/a': (_, response) => {
        response.writeHead(200, headers).write(large.subarray(0, -1));
        finish = () => response.end(large.subarray(-1));
      },
      '/b': file(large, 'image/png', headers),
    };
    const first = await newFile('/a');
    const second = await newFile('/b');
    const fetching = attempt(first);
    await eventually(async () => (await stateOf(first))?.reserved === large.length || undefined);
    await attempt(second);
    expect(await stateOf(second)).toEqual(INVALID(FULL));
    finish();
    await fetching;
    expect(await stateOf(first)).toMatchObject({ status: 'ready', stored: large.length, reserved: 0 });
  });
});

describe('an attempt that ended anywhere is repeated', () => {
  test('with a reservation that a worker left', async () => {
    source.answers = { '/a': file(picture) };
    const id = await newFile('/a');
    await running.db.query('UPDATE media SET reserved_bytes = 1000000 WHERE id = $1', [id]);
    await attempt(id, { number: 2 });
    expect(await stateOf(id)).toEqual(READY);
  });

  test('after the file was stored: it is only inspected', async () => {
    source.answers = { '/a': file(picture) };
    const id = await newFile('/a');
    await attempt(id);
    await running.db.query(`UPDATE media SET status = 'awaiting', metadata = '{}' WHERE id = $1`, [id]);
    await attempt(id, { number: 2 });
    expect(await stateOf(id)).toEqual(READY);
    expect(source.requested).toEqual(['/a']);
  });

  test('after it ended: nothing happens', async () => {
    const id = await newFile('/a');
    await attempt(id);
    source.answers = { '/a': file(picture) };
    await attempt(id, { number: 2 });
    expect(await stateOf(id)).toEqual(INVALID('the server answered 404'));
    expect(source.requested).toEqual(['/a']);
  });

  test('when the worker stops: the file stays PENDING_UPLOAD, whatever the number of the attempt', async () => {
    source.answers = { '/a': endless(picture) };
    const id = await newFile('/a');
    const stopping = new AbortController();
    const stopped = expect(attempt(id, { number: 4, signal: stopping.signal })).rejects.toThrow(
      'The worker is stopping',
    );
    await eventually(async () => source.requested.length > 0 || undefined);
    stopping.abort();
    await stopped;
    expect(await stateOf(id)).toEqual(PENDING);
    source.answers = { '/a': file(picture) };
    await attempt(id, { number: 5 });
    expect(await stateOf(id)).toEqual(READY);
  });

  test('not for ever: when the service itself fails, the last attempt says so', async () => {
    source.answers = { '/a': file(picture) };
    const id = await newFile('/a');
    await running.db.query(`UPDATE media SET file_name = 'not a key' WHERE id = $1`, [id]);
    await expect(attempt(id, { number: 19 })).rejects.toThrow('Not an object key');
    expect(await stateOf(id)).toEqual(PENDING);
    await attempt(id, { number: 20, isLast: true });
    expect(await stateOf(id)).toEqual(INVALID('the service failed, try again'));
  });

  test('of a file that is removed meanwhile, nothing stays', async () => {
    const large = Buffer.concat([picture, Buffer.alloc(5_000)]);
    let finish = () => {};
    source.answers = {
      '/a': (_, response) => {
        response.writeHead(200).write(large);
        finish = () => response.end();
      },
    };
    const id = await newFile('/a');
    const fetching = attempt(id);
    await eventually(async () => source.requested.length > 0 || undefined);
    await fetch(`${running.service.url}/media/post/media/${id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': account.apiKey, ...(await account.session()) },
    });
    expect(await stateOf(id)).toBeUndefined();
    finish();
    await fetching;
    expect(await objectsOf(id)).toEqual([]);
    expect(
      await running.db.query('SELECT bytes::int, files FROM storage_usage WHERE user_id = $1', [account.userId]),
    ).toEqual([{ bytes: 0, files: 0 }]);
  });
});
