import { Readable } from 'node:stream';
import { makeS3Storage } from '../../src/storage/s3-storage.js';
import { ACCESS_KEY, BUCKET } from './s3-server.js';
import { bytesOf, HOUR, keysUnder, newKey, openS3World, PNG, put, textAt, versionAt } from './support.js';

const PART = Buffer.alloc(8 * 1024 * 1024);

let world: Awaited<ReturnType<typeof openS3World>>;
beforeAll(async () => {
  world = await openS3World();
});
beforeEach(() => {
  world.server.requests.length = 0;
});
afterAll(() => world.close());

const storageWith = (change: Partial<Parameters<typeof makeS3Storage>[0]>) =>
  makeS3Storage({
    ...ACCESS_KEY,
    endpoint: world.server.url,
    region: 'us-east-1',
    bucket: BUCKET,
    forcePathStyle: true,
    publicUrl: 'https://cdn.example.com/media',
    clock: () => new Date(),
    ...change,
  });

test('an upload address signs the content type and requires no other header', async () => {
  const { searchParams } = new URL(await world.storage.signUpload(newKey(), 'image/png', HOUR));
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
  expect(searchParams.get('X-Amz-Expires')).toBe('3600');
  expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
});

test('no request carries a checksum that only Amazon knows', async () => {
  const key = newKey();
  await world.storage.put(key, bytesOf('small'), PNG);
  await world.storage.put(key, Readable.from([PART, Buffer.from('rest')]), PNG);
  await world.storage.delete([key]);
  const { requests } = world.server;
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'POST', 'PUT', 'PUT', 'POST', 'DELETE', 'DELETE']);
  for (const { headers } of requests) {
    expect(Object.keys(headers).filter((name) => /checksum|trailer|content-encoding/.test(name))).toEqual([]);
  }
});

test('an upload in parts that fails is aborted', async () => {
  const body = Readable.from(
    (function* () {
      yield PART;
      throw new Error('The sender went away');
    })(),
  );
  await expect(world.storage.put(newKey(), body, PNG)).rejects.toThrow('The sender went away');
  const [started, part, aborted] = world.server.requests;
  const uploadId = new URLSearchParams(part?.url?.replace(/.*\?/, '')).get('uploadId');
  expect(started).toMatchObject({ method: 'POST', url: expect.stringContaining('?uploads') });
  expect(aborted).toMatchObject({ method: 'DELETE', url: expect.stringContaining(`uploadId=${uploadId}`) });
});

test('a part whose connection breaks is sent again', async () => {
  const key = newKey();
  world.server.breakNext('PUT');
  expect(await world.storage.put(key, Readable.from([PART, Buffer.from('rest')]), PNG)).toEqual({
    size: PART.length + 4,
  });
  const found = await world.storage.get(key, { start: PART.length - 1, end: PART.length + 99 });
  expect(Buffer.concat(await (found?.body.toArray() ?? [])).toString()).toBe('\0rest');
});

test('a listing of several pages is complete', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `pages/${name}.png`);
  for (const key of keys) await world.storage.put(key, bytesOf('x'), PNG);
  world.server.requests.length = 0;
  expect(await keysUnder(world.storage, 'pages/')).toEqual(keys);
  expect(world.server.requests).toHaveLength(3);
});

describe('an upload', () => {
  const type = 'image/png';
  const arrive = async (key: string, text: string) => {
    expect((await put(await world.storage.signUpload(key, type, HOUR), text, type)).status).toBe(200);
    const from = world.storage.uploadKey(key);
    return { from, version: await versionAt(world.storage, from), contentType: type };
  };
  const uploads = () => keysUnder(world.storage, 'incoming/');

  test('never changes the object, until that version of it is taken', async () => {
    const key = newKey();
    expect(await world.storage.take(key, await arrive(key, 'first'))).toBe(true);
    const second = await arrive(key, 'second');
    expect(await textAt(world.storage, key)).toBe('first');
    const third = await arrive(key, 'third');
    expect(await world.storage.take(key, second)).toBe(false);
    expect(await textAt(world.storage, key)).toBe('first');
    expect(await world.storage.take(key, { ...third, contentType: 'image/gif' })).toBe(true);
    expect(await textAt(world.storage, key)).toBe('third');
    expect((await fetch(world.storage.publicUrl(key))).headers.get('content-type')).toBe('image/gif');
    expect(await uploads()).toEqual([]);
  });

  test('that is replaced while it is taken is not taken, and stays', async () => {
    const key = newKey();
    const first = await arrive(key, 'first');
    world.server.beforeCopy(() => arrive(key, 'second'));
    expect(await world.storage.take(key, first)).toBe(false);
    expect(await world.storage.get(key)).toBeUndefined();
    expect(await textAt(world.storage, first.from)).toBe('second');
    await world.storage.deleteVersion(first.from, first.version);
    expect(await textAt(world.storage, first.from)).toBe('second');
    await world.storage.delete([key]);
    expect(await uploads()).toEqual([]);
  });

  test('that was not taken is deleted once it is old', async () => {
    const [one, other] = [newKey(), newKey()];
    for (const key of [one, other]) await arrive(key, 'late');
    expect(await world.storage.deleteUploads(new Date(Date.now() - 60_000), 10)).toBe(0);
    expect(await uploads()).toHaveLength(2);
    expect(await world.storage.deleteUploads(new Date(Date.now() + 60_000), 1)).toBe(1);
    expect(await world.storage.deleteUploads(new Date(Date.now() + 60_000), 10)).toBe(1);
    expect(await uploads()).toEqual([]);
  });
});

test('a missing bucket, or a wrong key, is an error that contains no secret', async () => {
  for (const change of [{ bucket: 'nowhere' }, { secretAccessKey: 'a-wrong-secret' }]) {
    const storage = storageWith(change);
    for (const attempt of [
      () => storage.get(newKey()),
      () => storage.put(newKey(), bytesOf('x'), PNG),
      () => storage.delete([newKey()]),
      () => keysUnder(storage, ''),
    ]) {
      const error = await attempt().catch((error: Error) => error);
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/secret|S3RVER/);
    }
    const body = bytesOf('x');
    await expect(storage.put(newKey(), body, PNG)).rejects.toThrow();
    expect(body.destroyed).toBe(true);
    storage.close();
  }
});

test('without an endpoint, addresses are Amazon’s, with the bucket in the name of the host', async () => {
  const storage = storageWith({ endpoint: null, region: 'eu-central-1', forcePathStyle: false });
  const upload = new URL(await storage.signUpload('image/1-cat.png', 'image/png', HOUR));
  expect(upload.origin + upload.pathname).toBe('https://media.s3.eu-central-1.amazonaws.com/incoming/image/1-cat.png');
  expect(storage.publicUrl('image/1-cat.png')).toBe('https://cdn.example.com/media/image/1-cat.png');
  storage.close();
});

test('no address contains the secret', async () => {
  const storage = storageWith({ secretAccessKey: 'do-not-tell' });
  const key = newKey();
  for (const url of [await storage.signUpload(key, 'image/png', HOUR), await storage.signDownload(key, HOUR)]) {
    expect(url).not.toContain('do-not-tell');
    expect((await put(url, 'x', 'image/png')).status).toBe(403);
  }
  expect(await textAt(world.storage, key)).toBeUndefined();
  storage.close();
});
