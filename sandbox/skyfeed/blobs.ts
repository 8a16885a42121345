import { asMedia } from '../file-kind.js';
import type { ReceivedFile } from '../received-files.js';
import type { Store } from '../store.js';
import type { SandboxMedia } from '../types.js';
import { blobCid } from './cid.js';
import { refuse } from './wire.js';

/** The largest upload; what a record may name is less, by its kind. */
export const maxUploadBytes = 100 * 1024 * 1024;

/** What the lexicons take, by the field that names the blob. Images had this limit before it was doubled (wire.md 1.8). */
const constraints: Record<string, { accept: string; maxSize: number }> = {
  image: { accept: 'image/', maxSize: 1_000_000 },
  thumb: { accept: 'image/', maxSize: 1_000_000 },
  video: { accept: 'video/mp4', maxSize: 100_000_000 },
};

/** A data server removes what no record names; the sandbox remembers the latest. */
const remembered = 10_000;

interface BlobRef {
  field: string;
  cid: string;
  mimeType: string;
}

/** The blobs that a record names, in its order. */
function blobRefs(value: unknown, field = ''): BlobRef[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('$type' in value && value.$type === 'blob') {
    const { ref, mimeType } = value as unknown as { ref: { $link: string }; mimeType: string };
    return [{ field, cid: ref.$link, mimeType }];
  }
  return Object.entries(value).flatMap(([name, inner]) => blobRefs(inner, Array.isArray(value) ? field : name));
}

/** The uploads of the accounts. Those that no post names are not kept beyond the end of the sandbox. */
export class Blobs {
  private readonly blobs = new Map<string, SandboxMedia>();

  constructor(store: Store) {
    for (const { platform, accountId, media = [], record } of store.all()) {
      if (platform !== 'skyfeed') continue;
      blobRefs(record).forEach(({ cid }, index) => {
        const file = media[index];
        if (file) this.blobs.set(`${accountId} ${cid}`, file);
      });
    }
  }

  /** Keeps an upload; answers its reference. */
  add(accountId: string, file: ReceivedFile): Record<string, unknown> {
    const media = asMedia(file);
    const cid = blobCid(media.sha256);
    this.blobs.set(`${accountId} ${cid}`, media);
    for (const key of this.blobs.keys()) {
      if (this.blobs.size <= remembered) break;
      this.blobs.delete(key);
    }
    return { $type: 'blob', ref: { $link: cid }, mimeType: media.mimeType, size: media.bytes };
  }

  /** The uploads that a record names; refuses those that the account has not, or that the field does not take. */
  named(accountId: string, record: Record<string, unknown>): SandboxMedia[] {
    return blobRefs(record).map(({ field, cid, mimeType }) => {
      const blob = this.blobs.get(`${accountId} ${cid}`);
      if (!blob) throw refuse(400, 'BlobNotFound', `Could not find blob: ${cid}`);
      const { accept, maxSize } = constraints[field] ?? { accept: '', maxSize: maxUploadBytes };
      if (blob.bytes > maxSize) {
        const size = `It is ${blob.bytes}B but the maximum size is ${maxSize}B.`;
        throw refuse(400, 'BlobTooLarge', `This file is too large. ${size}`);
      }
      if (mimeType !== blob.mimeType) {
        const both = `Expected: ${blob.mimeType}, Got: ${mimeType}`;
        throw refuse(400, 'InvalidMimeType', `Referenced Mimetype does not match stored blob. ${both}`);
      }
      if (!mimeType.startsWith(accept)) {
        throw refuse(400, 'InvalidMimeType', `Wrong type of file. It is ${mimeType} but it must match ${accept}.`);
      }
      return blob;
    });
  }
}
