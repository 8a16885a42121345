import { AddressRefused } from '../../foundation/http-client/address-guard.js';
import { type RequestWeb, typeOf, WebFailure, type WebResponse } from '../../foundation/http-client/web-client.js';
import { type FeedDocument, FeedUnreadable } from './feed-document.js';
import { keptHeader, retryAfterMs } from './feeds.js';
import { readFeed } from './read-feed.js';

/** Bytes of a feed, decompressed. */
const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const ACCEPT = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5';

/** What is sent of an earlier response, and comes with the next one. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type FeedResponse =
  | ({ kind: 'read'; document: FeedDocument; cacheControl: string | null } & Validators)
  | { kind: 'unchanged'; cacheControl: string | null }
  /** `isGone`: the server says that the feed has ended. `reason`: for people. */
  | { kind: 'failed'; reason: string; isGone: boolean; retryAfterMs: number | null };

/** Requests a feed, in at most 20 seconds and 5 MB. Rejects only when `stopping` aborts. */
export type RequestFeed = (at: { url: string } & Validators, stopping?: AbortSignal) => Promise<FeedResponse>;

export const makeRequestFeed =
  ({ requestWeb, clock }: { requestWeb: RequestWeb; clock: () => Date }): RequestFeed =>
  async ({ url, etag, lastModified }, stopping) => {
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(TIMEOUT_MS), ...(stopping ? [stopping] : [])]);
    const headers = {
      accept: ACCEPT,
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
    try {
      const response = await requestWeb(url, headers, signal);
      const cacheControl = response.headers.get('cache-control');
      if (response.status === 304 && (etag !== null || lastModified !== null))
        return { kind: 'unchanged', cacheControl };
      if (response.status !== 200 || !response.body) return refusal(response, clock());
      const content = await readBody(response.body);
      const { charset } = typeOf(response.headers);
      const document = readFeed(content, { url: response.url, charset });
      const validators = {
        etag: keptHeader(response.headers.get('etag')),
        lastModified: keptHeader(response.headers.get('last-modified')),
      };
      return { kind: 'read', document, cacheControl, ...validators };
    } catch (error) {
      if (stopping?.aborted) throw error;
      return { kind: 'failed', reason: reasonOf(error), isGone: false, retryAfterMs: null };
    } finally {
      // Ends the connection of a response that was not read to its end.
      end.abort();
    }
  };

const refusal = ({ status, headers }: WebResponse, now: Date): FeedResponse => ({
  kind: 'failed',
  reason: status === 410 ? 'The server says that the feed has ended' : `The server answered ${status}`,
  isGone: status === 410,
  retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
});

async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new FeedUnreadable('it is larger than 5 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** With the system's code; messages of libraries are not shown. */
function reasonOf(error: unknown): string {
  if (error instanceof FeedUnreadable) return `The feed cannot be read: ${error.message}`;
  if (error instanceof WebFailure) return `The feed cannot be read: ${error.message}`;
  const { name, cause = error } = error as Error;
  if (name === 'TimeoutError') return `The server took longer than ${TIMEOUT_MS / 1000} seconds`;
  if (cause instanceof AddressRefused) return `The feed cannot be read: ${cause.message}`;
  const { code } = cause as { code?: unknown };
  return `The connection failed${typeof code === 'string' && /^E[A-Z]+$/.test(code) ? ` (${code})` : ''}`;
}
