import { request } from 'undici';
import type { SandboxContext } from './exchange.js';
import { type ReceivedFile, readFile } from './received-files.js';

/** How long a platform waits for a file that it fetches. */
const waitMs = 20_000;

/**
 * Fetches a file from an address that a client gave, as platforms do that fetch media themselves: with GET, without any
 * of the client's secrets. Returns null if the file cannot be fetched: the platforms do not report the reason.
 */
export async function fetchMedia({ closing }: SandboxContext, url: unknown): Promise<ReceivedFile | null> {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(waitMs)]);
    // Not on a kept connection, which the server can close just when it is used again.
    const { statusCode, headers, body } = await request(url, { signal, reset: true });
    if (statusCode !== 200) {
      await body.dump();
      return null;
    }
    const contentType =
      String(headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim() ?? '';
    const fileName = new URL(url).pathname.split('/').at(-1) ?? '';
    return await readFile(body, { field: '', fileName, contentType });
  } catch {
    return null;
  }
}
