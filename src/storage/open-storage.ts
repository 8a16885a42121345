import type { Router } from 'express';
import type { Logger } from 'pino';
import { makeObjectRouter, OBJECTS_PATH } from './disk-storage.http.js';
import { openDiskStorage } from './disk-storage.js';
import type { S3Config } from './s3-storage.js';
import type { SignedAddresses } from './signed-address.js';
import type { ObjectStorage, ReceiveUpload } from './storage.js';

/** The route of the disk's objects, whose uploads pass through this. */
export type ServeObjects = (receiveUpload: ReceiveUpload) => Router;

/** The storage that the operator configured; the disk's objects are served by the service itself. */
export async function openStorage(needs: {
  s3: S3Config | null;
  folder: string;
  addresses: SignedAddresses;
  publicUrl: () => string;
  clock: () => Date;
  log: Logger;
}): Promise<{ storage: ObjectStorage; serveObjects: ServeObjects | null }> {
  const { s3, folder, addresses, publicUrl, clock, log } = needs;
  if (s3) {
    // The SDK is loaded only if it is used.
    const { makeS3Storage } = await import('./s3-storage.js');
    return { storage: makeS3Storage({ ...s3, clock }), serveObjects: null };
  }
  const storage = await openDiskStorage({ folder, baseUrl: () => `${publicUrl()}${OBJECTS_PATH}`, addresses, clock });
  return { storage, serveObjects: (receiveUpload) => makeObjectRouter({ storage, addresses, receiveUpload, log }) };
}
