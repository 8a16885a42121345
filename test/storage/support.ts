import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { pino } from 'pino';
import { makeObjectRouter, OBJECTS_PATH } from '../../src/storage/disk-storage.http.js';
import { type DiskStorage, openDiskStorage } from '../../src/storage/disk-storage.js';
import { makeS3Storage } from '../../src/storage/s3-storage.js';
import { makeSignedAddresses } from '../../src/storage/signed-address.js';
import type { ObjectStorage, ReceiveUpload } from '../../src/storage/storage.js';
import { ACCESS_KEY, BUCKET, type S3Server, startS3Server } from './s3-server.js';

/** A storage, and the server of its addresses. */
export interface World<Storage extends ObjectStorage = ObjectStorage> {
  storage: Storage;
  /** The same storage, with its clock set to another time. */
  storageAt(moment: Date): Promise<Storage>;
  close(): Promise<void>;
}

export async function openS3World(): Promise<World & { server: S3Server }> {
  const server = await startS3Server();
  const { url } = server;
  const storageAt = async (moment?: Date) =>
    makeS3Storage({
      ...ACCESS_KEY,
      endpoint: url,
      region: 'us-east-1',
      bucket: BUCKET,
      forcePathStyle: true,
      publicUrl: `${url}/${BUCKET}`,
      clock: () => moment ?? new Date(),
    });
  const storage = await storageAt();
  return {
    server,
    storage,
    storageAt,
    async close() {
      storage.close();
      await server.close();
    },
  };
}

export interface DiskWorld extends World<DiskStorage> {
  folder: string;
  /** What it logged. */
  logged: string[];
  /** Keys whose uploads it reported. */
  arrived: string[];
  /** What an upload waits for before its bytes are read; null: nothing. */
  reserve: (() => Promise<void>) | null;
  /** Requests that have ended, whether or not they were answered. */
  ended: number;
}

export async function openDiskWorld(): Promise<DiskWorld> {
  const root = await mkdtemp(path.join(tmpdir(), 'disk-test-'));
  const folder = path.join(root, '.data/objects');
  const keys: [Buffer] = [randomBytes(32)];
  let port = 0;
  const storageAt = (moment?: Date) => {
    const clock = () => moment ?? new Date();
    const baseUrl = () => `http://127.0.0.1:${port}${OBJECTS_PATH}`;
    return openDiskStorage({ folder, baseUrl, addresses: makeSignedAddresses({ keys, clock }), clock });
  };
  const storage = await storageAt();
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  const addresses = makeSignedAddresses({ keys, clock: () => new Date() });
  const arrived: string[] = [];
  const receiveUpload: ReceiveUpload = async (key, _bytes, store) => {
    await world.reserve?.();
    await store((move) => move());
    arrived.push(key);
  };
  const app = express();
  app.use((_request, response, next) => {
    response.once('close', () => {
      world.ended += 1;
    });
    next();
  });
  app.use(OBJECTS_PATH, makeObjectRouter({ storage, addresses, receiveUpload, log }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  const world: DiskWorld = {
    folder,
    logged,
    arrived,
    reserve: null,
    ended: 0,
    storage,
    storageAt,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(root, { recursive: true });
    },
  };
  return world;
}

/** In seconds. */
export const HOUR = 3600;
export const PNG = { contentType: 'image/png' };

let count = 0;
/** A key that no other test has. */
export const newKey = (prefix = 'image') => `${prefix}/${count++}-cat.png`;

export const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);

/** Its size and type; what it holds is not read. */
export const metadataOf = async (storage: ObjectStorage, key: string) => {
  const { body, version, ...facts } = (await storage.get(key)) ?? {};
  body?.destroy();
  return facts;
};

export const versionAt = async (storage: ObjectStorage, key: string): Promise<string> => {
  const { body, version = '' } = (await storage.get(key)) ?? {};
  body?.destroy();
  return version;
};

export const textAt = async (storage: ObjectStorage, key: string): Promise<string | undefined> => {
  const found = await storage.get(key);
  return found && (await buffer(found.body)).toString();
};

export const keysUnder = async (storage: ObjectStorage, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
};

export const put = (url: string, body: string, contentType: string) =>
  fetch(url, { method: 'PUT', body: Buffer.from(body), headers: { 'content-type': contentType } });
