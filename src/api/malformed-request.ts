import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { RequestHandler } from 'express';

/** The same responses as Node's default. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * What cannot be read as HTTP never becomes a request, and is answered all the same with `X-Request-Id`
 * [rest/request-id].
 */
export function respondToMalformed(server: Server): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const status = STATUSES[code] ?? 400;
    const headers = ['Connection: close', 'Content-Length: 0', `X-Request-Id: ${randomUUID()}`];
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', ''].join('\r\n'));
  });
}

/** RFC 9112, 3.2. Of two hosts, a proxy may have read the one, and the service the other. */
export const hasSeveralHosts = ({ headersDistinct: { host = [] } }: IncomingMessage): boolean => host.length > 1;

/** 400 for a request with several `Host` headers. */
export const oneHost: RequestHandler = (request, response, next) => {
  if (hasSeveralHosts(request)) response.status(400).end();
  else next();
};
