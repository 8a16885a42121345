import { LRUCache } from 'lru-cache';
import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { FetchWeb, WebResource } from '../../foundation/http-client/web-client.js';
import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { findProfileImageUrl } from './connection.repository.js';

/** A profile picture as its platform serves it. */
export interface AccountPicture {
  bytes: Buffer;
  contentType: string;
}

/** The picture of one of a user's accounts. `none`: it has none; `unavailable`: its platform does not serve it now. */
export type ReadAccountPicture = (
  userId: string,
  connectionId: string,
) => Promise<AccountPicture | 'none' | 'unavailable'>;

/** A larger picture is not shown: platforms serve a few kilobytes. */
const MAX_BYTES = 1024 * 1024;

const TIMEOUT_MS = 5_000;

/** Fetched at a time; others wait. */
const AT_ONCE = 10;

/** In the memory of one process. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** What cannot be had is tried again after this. */
const UNAVAILABLE_MS = 10 * MINUTE_MS;

interface Needs {
  db: Db;
  fetchWeb: FetchWeb;
  /** The content type of an image by its first bytes; null for what is none. */
  imageTypeOf: (bytes: Buffer) => string | null;
}

/**
 * Fetches profile pictures for pages that may show nothing from other hosts. Passes on only files that are images by
 * their first bytes, independent of their content type.
 */
export function makeReadAccountPicture(needs: Needs): ReadAccountPicture {
  const inTurn = limitConcurrency(AT_ONCE);
  const pictures = new LRUCache<string, AccountPicture | 'unavailable'>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (picture) => (picture === 'unavailable' ? 200 : picture.bytes.length + 200),
    async fetchMethod(url, _stale, { options }) {
      const picture = await inTurn(() => fetchPicture(needs, url)).catch(() => null);
      options.ttl = picture ? DAY_MS : UNAVAILABLE_MS;
      return picture ?? 'unavailable';
    },
  });
  return async (userId, connectionId) => {
    const url = await findProfileImageUrl(needs.db, userId, connectionId);
    return url === null ? 'none' : ((await pictures.fetch(url)) ?? 'unavailable');
  };
}

async function fetchPicture({ fetchWeb, imageTypeOf }: Needs, url: string): Promise<AccountPicture | null> {
  const bytes = await readAll(await fetchWeb(url, 'image/*', AbortSignal.timeout(TIMEOUT_MS)));
  const contentType = bytes && imageTypeOf(bytes);
  return bytes && contentType ? { bytes, contentType } : null;
}

/** All of a resource; null if it is too large. */
async function readAll({ body }: WebResource): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
