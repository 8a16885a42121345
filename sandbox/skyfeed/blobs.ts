import type { ReceivedFile } from '../received-files.js';
import { asMedia } from '../received-files.js';
import type { Store } from '../store.js';
import type { SandboxMedia } from '../types.js';
import { blobCid } from './cid.js';
import { refuse } from './wire.js';

/** The largest upload; what a record may name is less, by its kind. */
export const maxUploadBytes = 100 * 1024 * 1024;

/** What the lexicons take, by the field that names the blob. Images had this limit before it was doubled. */
const constraints: Record<string, { accept: string; maxSize: number }> = {
  image: { accept: 'image/*', maxSize: 1_000_000 },
  thumb: { accept: 'image/*', maxSize: 1_000_000 },
  video: { accept: 'video/mp4', maxSize: 100_000_000 },
};

const anyBlob = { accept: '*', maxSize: maxUploadBytes };

/** A data server removes what no record names; the sandbox remembers the latest. */
const remembered = 10_000;

interface BlobRef {
  /** Its path in the record. */
  path: string;
  cid: string;
  mimeType: string;
  size: number;
}

/** The blobs that a record names, in its order. */
function blobRefs(value: unknown, path = '$.record'): BlobRef[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('$type' in value && value.$type === 'blob') {
    const { ref, mimeType, size } = value as unknown as { ref: { $link: string }; mimeType: string; size: number };
    return [{ path, cid: ref.$link, mimeType, size }];
  }
  if (Array.isArray(value)) return value.flatMap((inner, index) => blobRefs(inner, `${path}[${index}]`));
  return Object.entries(value).flatMap(([name, inner]) => blobRefs(inner, `${path}.${name}`));
}

/** Throws where a record says of a blob what the lexicon forbids: the half of it that the package does not check. */
export function assertValidBlobs(record: Record<string, unknown>): void {
  for (const { path, mimeType, size } of blobRefs(record)) {
    const { accept, maxSize } = constraints[path.split('.').pop() ?? ''] ?? anyBlob;
    if (size > maxSize) throw new TypeError(`blob too big (maximum ${maxSize}, got ${size}) at ${path}`);
    if (!mimeType.startsWith(accept.replace('*', ''))) {
      throw new TypeError(`Expected "${accept}" (got "${mimeType}") at ${path}.mimeType`);
    }
  }
}

/** The uploads of the accounts. Those that no post names are not kept beyond the end of the sandbox. */
export class Blobs {
  private readonly blobs = new Map<string, SandboxMedia>();

  constructor(store: Store) {
    for (const { platform, accountId, media = [], record } of store.all()) {
      if (platform !== 'skyfeed') continue;
      ownFiles(blobRefs(record)).forEach(({ cid }, index) => {
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

  /** The files of a record's post. Refuses uploads that the account does not have, or that are not as the record says. */
  named(accountId: string, record: Record<string, unknown>): SandboxMedia[] {
    const refs = blobRefs(record);
    const files = refs.map(({ cid, mimeType, size }) => {
      const blob = this.blobs.get(`${accountId} ${cid}`);
      if (!blob) throw refuse(400, 'BlobNotFound', `Could not find blob: ${cid}`);
      if (mimeType !== blob.mimeType) throw mismatch('MimeType', 'Mimetype', blob.mimeType, mimeType);
      if (size !== blob.bytes) throw mismatch('Size', 'Size', blob.bytes, size);
      return blob;
    });
    const own = new Set(ownFiles(refs));
    return files.filter((_, index) => own.has(refs[index] as BlobRef));
  }
}

/** The picture of a link card belongs to the page, not to the post. */
const ownFiles = (refs: readonly BlobRef[]): BlobRef[] => refs.filter(({ path }) => !path.endsWith('.external.thumb'));

const mismatch = (name: string, what: string, is: unknown, claimed: unknown) =>
  refuse(400, `Invalid${name}`, `Referenced ${what} does not match stored blob. Expected: ${is}, Got: ${claimed}`);
