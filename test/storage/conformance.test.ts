import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { ObjectStorage } from '../../src/storage/storage.js';
import {
  bytesOf,
  HOUR,
  keysUnder,
  metadataOf,
  newKey,
  openDiskWorld,
  openS3World,
  PNG,
  put,
  textAt,
  versionAt,
  type World,
} from './support.js';

const MEBIBYTE = 1024 * 1024;

/** A stream that ends with this error after so many bytes. */
const failingAfter = (size: number, error: Error) =>
  Readable.from(
    (function* () {
      for (let left = size; left > 0; left -= MEBIBYTE) yield Buffer.alloc(Math.min(left, MEBIBYTE));
      throw error;
    })(),
  );

/** The same address with something else in its query. */
const changed = (url: string, change: (query: URLSearchParams) => void) => {
  const address = new URL(url);
  change(address.searchParams);
  return String(address);
};

describe.each([
  ['s3', openS3World],
  ['disk', openDiskWorld],
])('%s', (driver, openWorld: () => Promise<World>) => {
  let world: World;
  let storage: ObjectStorage;
  beforeAll(async () => {
    world = await openWorld();
    storage = world.storage;
  });
  afterAll(() => world.close());

  describe('an object', () => {
    test.each([0, 1, MEBIBYTE, 8 * MEBIBYTE, 20 * MEBIBYTE + 1])(
      'of %i bytes is read as it was stored',
      async (size) => {
        const key = newKey();
        const bytes = randomBytes(size);
        const chunks = Array.from({ length: Math.ceil(size / 300_000) }, (_, at) =>
          bytes.subarray(at * 300_000, (at + 1) * 300_000),
        );
        expect(await storage.put(key, Readable.from(chunks), { contentType: 'video/mp4' })).toEqual({ size });
        const found = await storage.get(key);
        expect(found).toMatchObject({ size, contentType: 'video/mp4' });
        expect(found && bytes.equals(await buffer(found.body))).toBe(true);
      },
    );

    test('that is not there is undefined', async () => {
      const key = newKey();
      await storage.put(`${key}.jpg`, bytesOf('another'), PNG);
      expect(await storage.get(key)).toBeUndefined();
      expect(await storage.get('image')).toBeUndefined();
    });

    test('may have a key that is a prefix of another one', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('short'), PNG);
      await storage.put(`${key}x`, bytesOf('long'), PNG);
      expect(await textAt(storage, key)).toBe('short');
      expect(await textAt(storage, `${key}x`)).toBe('long');
    });

    test.each([
      [{ start: 0, end: 1 }, 'ab'],
      [{ start: 2, end: 4 }, 'cde'],
      [{ start: 4, end: 99 }, 'ef'],
      [{ start: 6, end: 9 }, ''],
      [{ start: 60, end: 90 }, ''],
    ])('gives its part %j', async (part, expected) => {
      const key = newKey();
      await storage.put(key, bytesOf('abcdef'), PNG);
      const found = await storage.get(key, part);
      expect(found).toMatchObject({ size: 6, contentType: 'image/png' });
      expect(found && (await buffer(found.body)).toString()).toBe(expected);
    });

    test('has a content type that is valid in a header', async () => {
      const key = newKey();
      const contentType = 'image/png\r\nset-cookie: a=b';
      const body = bytesOf('x');
      await expect(storage.put(key, body, { contentType })).rejects.toThrow();
      expect(body.destroyed).toBe(true);
      expect(await storage.get(key)).toBeUndefined();
    });

    test('is replaced by what is stored under its key later, also its content type', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('first and longer'), PNG);
      await storage.put(key, bytesOf('second'), { contentType: 'image/gif' });
      expect(await metadataOf(storage, key)).toEqual({ size: 6, contentType: 'image/gif' });
      expect(await textAt(storage, key)).toBe('second');
    });
  });

  describe('a new label', () => {
    const relabel = async (key: string, contentType: string, version: string) =>
      storage.take(key, { from: key, contentType, version });

    test('is the content type of an object from then on; its bytes stay', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('pixels'), PNG);
      expect(await relabel(key, 'image/gif', await versionAt(storage, key))).toBe(true);
      expect(await metadataOf(storage, key)).toEqual({ size: 6, contentType: 'image/gif' });
      expect(await textAt(storage, key)).toBe('pixels');
      expect((await fetch(storage.publicUrl(key))).headers.get('content-type')).toBe('image/gif');
      expect(await keysUnder(storage, key)).toEqual([key]);
    });

    test('is for one version: an object that was replaced keeps its own', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('pixels'), PNG);
      const version = await versionAt(storage, key);
      await storage.put(key, bytesOf('others'), PNG);
      expect(await versionAt(storage, key)).not.toBe(version);
      for (const type of ['image/gif', 'image/png']) expect(await relabel(key, type, version)).toBe(false);
      expect(await metadataOf(storage, key)).toEqual({ size: 6, contentType: 'image/png' });
    });

    test('of an object that is not there is none', async () => {
      const key = newKey();
      expect(await relabel(key, 'image/gif', 'none')).toBe(false);
      expect(await storage.get(key)).toBeUndefined();
    });

    test('must be valid in a header', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('pixels'), PNG);
      await expect(relabel(key, 'image/png\r\nset-cookie: a=b', 'none')).rejects.toThrow();
      expect(await metadataOf(storage, key)).toEqual({ size: 6, contentType: 'image/png' });
    });
  });

  describe('a stream that fails', () => {
    test.each([0, MEBIBYTE, 20 * MEBIBYTE])('after %i bytes leaves nothing', async (size) => {
      const key = newKey(`failed${size}`);
      const body = failingAfter(size, new Error('The sender went away'));
      await expect(storage.put(key, body, PNG)).rejects.toThrow('The sender went away');
      expect(body.destroyed).toBe(true);
      expect(await storage.get(key)).toBeUndefined();
      expect(await keysUnder(storage, `failed${size}`)).toEqual([]);
    });

    test.each([1, 20 * MEBIBYTE])('nor does one of %i bytes that is refused once it has arrived', async (size) => {
      const key = newKey(`refused${size}`);
      await storage.put(key, bytesOf('first'), PNG);
      const place = () => Promise.reject(new Error('Not any more'));
      const body = Readable.from([Buffer.alloc(size)]);
      await expect(storage.put(key, body, { ...PNG, place })).rejects.toThrow('Not any more');
      expect(await textAt(storage, key)).toBe('first');
    });

    test('leaves what was there before', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('kept'), PNG);
      await expect(storage.put(key, failingAfter(MEBIBYTE, new Error('Gone')), PNG)).rejects.toThrow('Gone');
      expect(await textAt(storage, key)).toBe('kept');
    });

    test('before it is read, or is destroyed without an error, is reported too', async () => {
      const failed = new Readable({ read() {} });
      const storing = storage.put(newKey(), failed, PNG);
      failed.destroy(new Error('At once'));
      await expect(storing).rejects.toThrow('At once');
      const ended = new Readable({ read() {} });
      ended.destroy();
      await expect(storage.put(newKey(), ended, PNG)).rejects.toThrow();
    });
  });

  test('deleting removes what is there and needs nothing else', async () => {
    const [first, second, kept] = [newKey(), newKey(), newKey()];
    for (const key of [first, second, kept]) await storage.put(key, bytesOf('x'), PNG);
    await storage.delete([first, newKey(), second]);
    await storage.delete([]);
    expect(await storage.get(first)).toBeUndefined();
    expect(await storage.get(second)).toBeUndefined();
    expect(await textAt(storage, kept)).toBe('x');
  });

  test('deleting a version leaves any other one', async () => {
    const key = newKey();
    await storage.put(key, bytesOf('first'), PNG);
    const version = await versionAt(storage, key);
    await storage.put(key, bytesOf('other'), PNG);
    await storage.deleteVersion(key, version);
    expect(await textAt(storage, key)).toBe('other');
    for (const _again of [1, 2]) await storage.deleteVersion(key, await versionAt(storage, key));
    expect(await storage.get(key)).toBeUndefined();
  });

  test('a listing names what starts with the prefix, and when it was stored', async () => {
    const before = Date.now();
    for (const key of ['list/a.png', 'list/b/c.png', 'lists/d.png']) await storage.put(key, bytesOf('x'), PNG);
    expect(await keysUnder(storage, 'list/')).toEqual(['list/a.png', 'list/b/c.png']);
    expect(await keysUnder(storage, 'list')).toEqual(['list/a.png', 'list/b/c.png', 'lists/d.png']);
    expect(await keysUnder(storage, 'nothing')).toEqual([]);
    for await (const { storedAt } of storage.list('list')) {
      // S3 counts in whole seconds.
      expect(storedAt.getTime()).toBeGreaterThan(before - 1000);
      expect(storedAt.getTime()).toBeLessThanOrEqual(Date.now());
    }
  });

  describe('an upload address', () => {
    test('takes a file of its content type, which the public reads once it is taken', async () => {
      const key = newKey();
      const answer = await put(await storage.signUpload(key, 'image/png', HOUR), 'pixels', 'image/png');
      expect(answer.status).toBe(200);
      expect(await metadataOf(storage, storage.uploadKey(key))).toEqual({ size: 6, contentType: 'image/png' });
      const from = storage.uploadKey(key);
      const version = await versionAt(storage, from);
      expect(await storage.take(key, { from, version, contentType: 'image/png' })).toBe(true);
      const seen = await fetch(storage.publicUrl(key));
      expect(seen.headers.get('content-type')).toBe('image/png');
      expect(await seen.text()).toBe('pixels');
    });

    test('takes the file again, in place of the first', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, 'image/png', HOUR);
      await put(url, 'first try', 'image/png');
      expect((await put(url, 'second', 'image/png')).status).toBe(200);
      expect(await textAt(storage, storage.uploadKey(key))).toBe('second');
    });

    test.each(['image/jpeg', 'image/png; charset=utf-8', 'text/html', ''])('refuses the type "%s"', async (type) => {
      const key = newKey();
      expect((await put(await storage.signUpload(key, 'image/png', HOUR), 'x', type)).status).toBe(403);
      expect(await storage.get(storage.uploadKey(key))).toBeUndefined();
    });

    test.each(['application/vnd.any+thing; charset="utf-8"; a=1&b=2', 'nonsense', 'image/png,text/html'])(
      'is made for any type, also %s; a bucket, which hands it out itself, takes it as bytes',
      async (type) => {
        const key = newKey();
        const contentType = driver === 's3' ? 'application/octet-stream' : type;
        expect((await put(await storage.signUpload(key, type, HOUR), 'x', contentType)).status).toBe(200);
        expect(await metadataOf(storage, storage.uploadKey(key))).toEqual({ size: 1, contentType });
      },
    );

    test('is valid until it expires', async () => {
      const key = newKey();
      const past = await world.storageAt(new Date(Date.now() - HOUR * 1000));
      const url = await past.signUpload(key, 'image/png', HOUR - 1);
      expect((await put(url, 'late', 'image/png')).status).toBe(403);
      expect(await storage.get(storage.uploadKey(key))).toBeUndefined();
      expect((await put(await past.signUpload(key, 'image/png', HOUR + 60), 'in time', 'image/png')).status).toBe(200);
    });

    test('cannot be made to last longer, or to be for something else', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, 'image/png', HOUR);
      const forged = [
        changed(url, (query) => {
          for (const name of ['expires', 'X-Amz-Expires']) if (query.has(name)) query.set(name, '99999999999');
        }),
        changed(url, (query) => {
          for (const name of ['signature', 'X-Amz-Signature']) {
            const right = query.get(name);
            if (right) query.set(name, (right.startsWith('a') ? 'b' : 'a') + right.slice(1));
          }
        }),
        url.replace(key, newKey()),
        url.replace(/\?.*/, ''),
      ];
      for (const address of forged) {
        expect(address).not.toBe(url);
        expect((await put(address, 'forged', 'image/png')).status).toBe(403);
      }
      expect((await put(url.replaceAll('png', 'gif'), 'forged', 'image/gif')).status).toBe(403);
      expect(await storage.get(storage.uploadKey(key))).toBeUndefined();
    });

    test('is for PUT only', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('x'), PNG);
      const url = await storage.signUpload(key, 'image/png', HOUR);
      expect((await fetch(url, { headers: { 'content-type': 'image/png' } })).status).toBe(403);
      expect((await fetch(url, { method: 'DELETE' })).ok).toBe(false);
      expect(await textAt(storage, key)).toBe('x');
    });
  });

  describe('a download address', () => {
    test('returns the object until it expires', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('pixels'), PNG);
      expect(await (await fetch(await storage.signDownload(key, HOUR))).text()).toBe('pixels');
      const past = await world.storageAt(new Date(Date.now() - HOUR * 1000));
      expect((await fetch(await past.signDownload(key, HOUR - 1))).status).toBe(403);
    });

    test('is for reading only', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('pixels'), PNG);
      const url = await storage.signDownload(key, HOUR);
      expect((await put(url, 'forged', 'image/png')).status).toBe(403);
      expect(await textAt(storage, key)).toBe('pixels');
    });
  });

  describe('the public address', () => {
    test('gives parts, and the size alone', async () => {
      const key = newKey('video');
      await storage.put(key, bytesOf('abcdef'), { contentType: 'video/mp4' });
      const part = await fetch(storage.publicUrl(key), { headers: { range: 'bytes=2-3' } });
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-3/6', 'cd']);
      const head = await fetch(storage.publicUrl(key), { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '6', '']);
    });

    test('of what is not there is 404', async () => {
      expect((await fetch(storage.publicUrl(newKey()))).status).toBe(404);
    });

    test('is for reading only', async () => {
      const key = newKey();
      await storage.put(key, bytesOf('x'), PNG);
      expect((await put(storage.publicUrl(key), 'forged', 'image/png')).status).toBe(403);
      expect((await fetch(storage.publicUrl(key), { method: 'DELETE' })).ok).toBe(false);
      expect(await textAt(storage, key)).toBe('x');
    });
  });

  test('what is no key is refused by every method', async () => {
    const noKey = fc.oneof(
      fc.constantFrom('', '.', '..', '/', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a/./b', 'a/..', 'a\\b', 'a b', 'a+b'),
      fc.constantFrom('%2e%2e/a', 'a%2f..', 'a\0', 'a\n', 'é', 'a?b', 'a#b', 'C:a', 'x'.repeat(256)),
      fc.string({ unit: 'binary' }).filter((text) => !/^[\w./-]+$/.test(text)),
    );
    await fc.assert(
      fc.asyncProperty(noKey, async (key) => {
        const refused = `Not an object key: ${JSON.stringify(key)}`;
        expect(() => storage.publicUrl(key)).toThrow(refused);
        await expect(storage.signUpload(key, 'image/png', HOUR)).rejects.toThrow(refused);
        await expect(storage.signDownload(key, HOUR)).rejects.toThrow(refused);
        await expect(storage.put(key, bytesOf('x'), PNG)).rejects.toThrow(refused);
        expect(() => storage.uploadKey(key)).toThrow(refused);
        await expect(storage.get(key)).rejects.toThrow(refused);
        await expect(storage.deleteVersion(key, '')).rejects.toThrow(refused);
        await expect(storage.delete([key])).rejects.toThrow(refused);
      }),
    );
  });
});
