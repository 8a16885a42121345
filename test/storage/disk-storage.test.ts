import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { eventually } from '../support/eventually.js';
import {
  bytesOf,
  type DiskWorld,
  HOUR,
  keysUnder,
  metadataOf,
  newKey,
  openDiskWorld,
  PNG,
  put,
  textAt,
} from './support.js';

let world: DiskWorld;
beforeAll(async () => {
  world = await openDiskWorld();
});
afterEach(() => expect(world.logged.splice(0)).toEqual([]));
afterAll(() => world.close());

const drafts = async () => (await readdir(world.folder)).filter((name) => name.startsWith('+'));

/** A request whose path is sent as it is, and whose body can be sent in pieces. */
const open = (url: string, options: { method?: string; path?: string; headers?: Record<string, string> } = {}) => {
  const { hostname, port, pathname, search } = new URL(url);
  return send({ hostname, port, path: pathname + search, agent: false, ...options });
};
const answerTo = async (request: ClientRequest): Promise<IncomingMessage> => {
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
};

describe('what is served', () => {
  const served = async (contentType: string, as = contentType) => {
    const key = newKey();
    await world.storage.put(key, bytesOf('<script>alert(1)</script>'), { contentType });
    const { headers } = await fetch(world.storage.publicUrl(key));
    expect(headers.get('content-type')).toBe(as);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
    return headers.get('content-disposition');
  };

  test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/quicktime', 'video/webm'])(
    '%s is shown',
    async (type) => {
      expect(await served(type)).toBeNull();
    },
  );

  test.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/pdf',
    'text/javascript',
    'text/plain; charset=utf-8',
    'image/png, text/html',
    'text/html, image/png',
    'x',
  ])('%s is bytes, and only saved', async (type) => {
    expect(await served(type, 'application/octet-stream')).toBe('attachment');
  });

  test.each(['image/tiff', 'image/bmp', 'video/x-flv'])('%s is only saved', async (type) => {
    expect(await served(type)).toBe('attachment');
  });

  test('may be cached for an hour and requested again', async () => {
    const key = newKey();
    await world.storage.put(key, bytesOf('pixels'), PNG);
    const { headers } = await fetch(world.storage.publicUrl(key));
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const again = { 'if-modified-since': headers.get('last-modified') ?? '' };
    const answer = await answerTo(open(world.storage.publicUrl(key), { headers: again }).end());
    expect([answer.statusCode, await text(answer)]).toEqual([304, '']);
  });

  test('of an object without bytes is nothing', async () => {
    const key = newKey();
    await world.storage.put(key, bytesOf(''), PNG);
    const answer = await fetch(world.storage.publicUrl(key));
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '0', '']);
    const part = await world.storage.get(key, { start: 0, end: 99 });
    expect(part).toMatchObject({ size: 0, contentType: 'image/png' });
    expect(part && (await text(part.body))).toBe('');
  });

  test('a part past the end is reported with the size', async () => {
    const key = newKey();
    await world.storage.put(key, bytesOf('abc'), PNG);
    const answer = await fetch(world.storage.publicUrl(key), { headers: { range: 'bytes=7-9' } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */3']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ error: 'Range Not Satisfiable' });
  });
});

describe('an address', () => {
  test('that is refused says why', async () => {
    const key = newKey();
    const refusal = async (url: string, type = 'image/png') => {
      const answer = await put(url, 'x', type);
      return { status: answer.status, body: await answer.json() };
    };
    const url = await world.storage.signUpload(key, 'image/png', HOUR);
    const past = await world.storageAt(new Date(Date.now() - 2 * HOUR * 1000));
    expect(await refusal(url, 'image/jpeg')).toEqual({
      status: 403,
      body: { error: 'The Content-Type must be image/png: the address was signed for it' },
    });
    expect(await refusal(await past.signUpload(key, 'image/png', HOUR))).toEqual({
      status: 403,
      body: { error: 'This address has expired: request a new one' },
    });
    expect(await refusal(`${url}x`)).toEqual({
      status: 403,
      body: { error: 'The signature of this address is not valid' },
    });
  });

  test('that names nothing gets a response in JSON', async () => {
    const answer = await fetch(world.storage.publicUrl(newKey()));
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'No such object' }]);
  });

  test('may be used by a page of any site', async () => {
    const url = await world.storage.signUpload(newKey(), 'image/png', HOUR);
    const preflight = { origin: 'https://app.example.com', 'access-control-request-method': 'PUT' };
    const { headers } = await fetch(url, { method: 'OPTIONS', headers: preflight });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toContain('PUT');
    expect(headers.get('access-control-allow-headers')).toBe('Content-Type');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  const OBJECT = '{"contentType":"text/plain"}\nsecret';

  test('leads nowhere outside, with any path', async () => {
    const outside = path.join(world.folder, '../folder');
    await mkdir(outside);
    const files = [path.join(outside, '../secret.txt'), path.join(outside, 'secret.txt')];
    for (const file of files) await writeFile(file, OBJECT);
    const dots = fc.constantFrom('..', '.', '%2e%2e', '%2E.', '..%2f', '..%5c', '..\\', '%00', '', '%', '%c0%ae', ';');
    const names = fc.constantFrom('secret.txt', 'folder', 'objects', '.data', 'etc', 'passwd', '+', '%2b');
    const paths = fc.array(fc.oneof(dots, names), { maxLength: 8 }).map((parts) => parts.join('/'));
    const base = new URL(world.storage.publicUrl('x'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(paths, fc.webPath()), fc.constantFrom('GET', 'PUT'), async (given, method) => {
        const answer = await answerTo(open(base.href, { method, path: `/objects/${given}` }).end());
        expect([400, 403, 404]).toContain(answer.statusCode);
        expect(await text(answer)).not.toMatch(/secret|objects-|ENOENT/);
      }),
    );
    for (const file of files) expect(await readFile(file, 'utf8')).toBe(OBJECT);
  });
});

describe('an upload', () => {
  const begin = async (key: string) => {
    const url = await world.storage.signUpload(key, 'image/png', HOUR);
    const upload = open(url, { method: 'PUT', headers: { 'content-type': 'image/png', 'content-length': '10' } });
    upload.write('12345');
    return upload;
  };

  test('is seen when it is complete, and not before', async () => {
    const key = newKey();
    const upload = await begin(key);
    await eventually(async () => (await drafts()).length === 1 || undefined);
    expect(await metadataOf(world.storage, key)).toEqual({});
    expect(await keysUnder(world.storage, '')).not.toContain(key);
    upload.end('67890');
    expect((await answerTo(upload)).statusCode).toBe(200);
    expect(await textAt(world.storage, key)).toBe('1234567890');
    expect(await drafts()).toEqual([]);
  });

  test('that does not say how long it is is refused', async () => {
    const url = await world.storage.signUpload(newKey(), 'image/png', HOUR);
    const upload = open(url, { method: 'PUT', headers: { 'content-type': 'image/png' } });
    upload.write('12345');
    upload.end();
    const answer = await answerTo(upload);
    expect([answer.statusCode, await text(answer)]).toEqual([411, '{"error":"Content-Length is required"}']);
  });

  test('is reported once it is stored', async () => {
    const key = newKey();
    world.arrived.splice(0);
    const upload = await begin(key);
    expect(world.arrived).toEqual([]);
    upload.end('67890');
    expect((await answerTo(upload)).statusCode).toBe(200);
    expect(world.arrived).toEqual([key]);
  });

  test.each(['keep-alive', 'close'])(
    'to a storage that cannot be written to gets its response, with Connection: %s',
    async (connection) => {
      world.arrived.splice(0);
      await rename(world.folder, `${world.folder}-away`);
      try {
        const url = await world.storage.signUpload(newKey(), 'image/png', HOUR);
        // Far more than what the sockets hold.
        const length = 64 * 2 ** 20;
        const headers = { 'content-type': 'image/png', 'content-length': String(length), connection };
        const upload = open(url, { method: 'PUT', headers });
        const answered = answerTo(upload);
        for (let sent = 0; sent < length; sent += 2 ** 20) upload.write(Buffer.alloc(2 ** 20));
        upload.end();
        const answer = await answered;
        expect([answer.statusCode, await text(answer)]).toEqual([500, '{"error":"Internal Server Error"}']);
      } finally {
        await rename(`${world.folder}-away`, world.folder);
      }
      expect(world.arrived).toEqual([]);
      expect(world.logged.splice(0)).toEqual([expect.stringContaining('Unexpected failure of the object storage')]);
    },
  );

  test('that is broken off leaves nothing, and nothing in the log', async () => {
    const key = newKey();
    const upload = await begin(key);
    upload.on('error', () => undefined);
    await eventually(async () => (await drafts()).length === 1 || undefined);
    upload.destroy();
    await eventually(async () => (await drafts()).length === 0 || undefined);
    expect(await metadataOf(world.storage, key)).toEqual({});
  });

  test('that is broken off before it is read leaves nothing, and nothing in the log', async () => {
    const key = newKey();
    let reserved = () => {};
    let waits = false;
    world.reserve = () =>
      new Promise((resolve) => {
        waits = true;
        reserved = resolve;
      });
    try {
      const upload = await begin(key);
      upload.on('error', () => undefined);
      await eventually(async () => waits || undefined);
      const { ended } = world;
      upload.destroy();
      await eventually(async () => world.ended > ended || undefined);
    } finally {
      world.reserve = null;
      reserved();
    }
    await eventually(async () => (await drafts()).length === 0 || undefined);
    expect(await metadataOf(world.storage, key)).toEqual({});
  });

  test('is one of them when several meet, and whole', async () => {
    const key = newKey();
    const bodies = Array.from({ length: 8 }, (_, at) => String(at).repeat(200_000 + at));
    await Promise.all(bodies.map((body) => world.storage.put(key, bytesOf(body), PNG)));
    expect(bodies).toContain(await textAt(world.storage, key));
    expect(await drafts()).toEqual([]);
  });
});

test('a reader continues with the file that it opened', async () => {
  const [replaced, deleted] = [newKey(), newKey()];
  const old = 'old'.repeat(100_000);
  for (const key of [replaced, deleted]) await world.storage.put(key, bytesOf(old), PNG);
  const reading = [await world.storage.get(replaced), await world.storage.get(deleted)];
  await world.storage.put(replaced, bytesOf('new'), PNG);
  await world.storage.delete([deleted]);
  for (const found of reading) expect(found && (await text(found.body))).toBe(old);
});

test('drafts that a killed process left are gone after a day', async () => {
  const [left, recent] = [path.join(world.folder, '+left'), path.join(world.folder, '+recent')];
  const storing = new PassThrough();
  const stored = world.storage.put(newKey(), storing, PNG);
  for (const file of [left, recent]) await writeFile(file, '{"contentType":"image/png"}\nhalf');
  await utimes(left, new Date(), new Date(Date.now() - 25 * HOUR * 1000));
  await world.storageAt(new Date());
  expect(await drafts()).toHaveLength(2);
  expect(await keysUnder(world.storage, '')).not.toContain('/recent');
  storing.end('whole');
  await stored;
  await world.storageAt(new Date(Date.now() + 25 * HOUR * 1000));
  expect(await drafts()).toEqual([]);
});

test('the folder lost+found of a separate file system is not an object', async () => {
  await mkdir(path.join(world.folder, 'lost+found'));
  expect(await keysUnder(world.storage, 'lost')).toEqual([]);
});

test('only the owner of the process reads the files', async () => {
  const key = newKey();
  await world.storage.put(key, bytesOf('x'), PNG);
  expect((await stat(world.folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(world.folder, key.replace('/', '+')))).mode & 0o777).toBe(0o600);
});

test('a failure of the disk is logged, and its response names no file', async () => {
  const key = newKey();
  await writeFile(path.join(world.folder, key.replace('/', '+')), 'no object');
  const answer = await fetch(world.storage.publicUrl(key));
  expect([answer.status, await answer.json()]).toEqual([500, { error: 'Internal Server Error' }]);
  expect(world.logged.splice(0)).toEqual([expect.stringContaining('Unexpected failure of the object storage')]);
});
