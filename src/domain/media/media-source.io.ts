import { AddressRefused } from '../../foundation/http-client/address-guard.js';
import { type FetchWeb, WebFailure } from '../../foundation/http-client/web-client.js';

/** What a server may take of a worker. */
export interface SourceLimits {
  maxBytes: number;
  /** The time for the whole file, in milliseconds. */
  timeoutMs: number;
  /** How long nothing may arrive, in milliseconds. */
  idleMs: number;
}

/** A file as it arrives from somebody else's server. */
export interface MediaSource {
  /** Its size, as the server says; null if it does not. Not to be relied on. */
  announced: number | null;
  /** Bytes that have arrived. */
  received(): number;
  /** The next bytes; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
}

/**
 * Does `work` with the file at an address, and ends the connection. Rejects with WebFailure when the server is too slow,
 * sends too much, or cannot be reached, and with another error when `stopping` aborts.
 */
export async function withSource(
  { fetchWeb, limits }: { fetchWeb: FetchWeb; limits: SourceLimits },
  { url, accept }: { url: string; accept: string },
  stopping: AbortSignal,
  work: (source: MediaSource) => Promise<void>,
): Promise<void> {
  const { maxBytes, timeoutMs, idleMs } = limits;
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, stopping]);
  const abort = (reason: string, isTemporary = false) => end.abort(new WebFailure(reason, isTemporary));
  const deadline = setTimeout(() => abort(`it took longer than ${timeoutMs / 1000} seconds`), timeoutMs);
  const inTime = async <T>(coming: () => Promise<T>): Promise<T> => {
    const idle = setTimeout(() => abort(`nothing arrived for ${idleMs / 1000} seconds`, true), idleMs);
    try {
      return await coming();
    } catch (error) {
      if (stopping.aborted) throw new Error('The worker is stopping', { cause: error });
      throw failureOf(end.signal.aborted ? end.signal.reason : error);
    } finally {
      clearTimeout(idle);
    }
  };
  const assertSmall = (bytes: number) => {
    if (bytes > maxBytes) throw new WebFailure(`it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);
  };
  try {
    const { body, bytes: announced } = await inTime(() => fetchWeb(url, accept, signal));
    assertSmall(announced ?? 0);
    const chunks = body[Symbol.asyncIterator]();
    let received = 0;
    const next = async () => {
      const { value: chunk, done } = await inTime(() => chunks.next());
      if (done) return undefined;
      received += chunk.length;
      assertSmall(received);
      return chunk;
    };
    await work({ announced, received: () => received, next });
  } finally {
    clearTimeout(deadline);
    end.abort();
  }
}

/** Why nothing arrives, with the system's code; messages and codes of libraries are not shown. */
function failureOf(error: unknown): WebFailure {
  if (error instanceof WebFailure) return error;
  const { cause = error } = error as Error;
  if (cause instanceof AddressRefused) return new WebFailure(cause.message);
  const { code } = cause as { code?: unknown };
  const known = typeof code === 'string' && /^E[A-Z]+$/.test(code) ? ` (${code})` : '';
  return new WebFailure(`the connection failed${known}`, true);
}
