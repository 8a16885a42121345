import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a rejected client may continue sending. */
const PATIENCE_MS = 30_000;

/**
 * Await this before rejecting a request whose body may not have been read. Node drains the rest of a body after the
 * response, but not on a connection that closes with the response: a client that is still sending gets a reset instead.
 * On such a connection this drains the rest first, for 30 s at most.
 */
export async function dropBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.unpipe();
  request.resume();
  if (response.shouldKeepAlive || request.closed || request.destroyed) return;
  // A disconnected client gets no response either.
  await once(request, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
}
