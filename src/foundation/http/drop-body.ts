import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client that is refused may go on sending. */
const PATIENCE_MS = 30_000;

/**
 * To be awaited before a request is refused whose body may not have been read. Node reads and drops the rest of a body
 * after the answer, but not on a connection that closes with the answer: a client that still sends there gets a reset in
 * its place. On such a connection this reads and drops the rest before, for 30 s at most.
 */
export async function dropBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.unpipe();
  request.resume();
  if (response.shouldKeepAlive || request.closed || request.destroyed) return;
  // A client that went away is not to be answered either.
  await once(request, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
}
