import { STATUS_CODES } from 'node:http';
import { PassThrough } from 'node:stream';
import cors from 'cors';
import { type ErrorRequestHandler, type Request, Router } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../foundation/errors/app-error.js';
import { dropBody } from '../foundation/http/drop-body.js';
import { contentSecurityPolicy } from '../foundation/http/security-headers.js';
import type { DiskStorage } from './disk-storage.js';
import type { SignedAddresses } from './signed-address.js';
import { isObjectKey, type ReceiveUpload, safeContentType } from './storage.js';

/** Where the router is mounted. */
export const OBJECTS_PATH = '/objects';

/**
 * What a browser shows [media/image-formats] [media/video-formats]. It saves all else: a page or an SVG could run
 * scripts.
 */
const SHOWN = /^(image\/(jpeg|png|gif|webp)|video\/(mp4|quicktime|webm|x-msvideo|vnd\.avi|x-matroska|matroska))$/;

/** Uploads are untrusted and served from the service's own origin: nothing in them may execute there. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': contentSecurityPolicy({
    'media-src': "'self'",
    'style-src': "'unsafe-inline'",
    sandbox: '',
  }),
  // Dashboards on other origins may show them.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** An upload may be repeated within its hour. */
const CACHED = 'public, max-age=3600';

/** Serves the objects on disk and accepts uploads to signed URLs, like an S3 service. */
export function makeObjectRouter(needs: {
  storage: DiskStorage;
  addresses: SignedAddresses;
  receiveUpload: ReceiveUpload;
  log: Logger;
}): Router {
  const { storage, addresses, receiveUpload, log } = needs;
  const router = Router();

  // Any origin may upload: access is granted by the signed URL, not by a cookie.
  router.use(cors({ origin: '*', methods: ['GET', 'HEAD', 'PUT'], allowedHeaders: ['Content-Type'] }));
  router.use((request, response, next) => {
    response.set(HEADERS);
    if (isObjectKey(keyOf(request))) next();
    else response.status(404).json(NOT_FOUND);
  });

  router.put(ANY, async (request, response) => {
    const { 'content-type': contentType = '', 'content-length': length } = request.headers;
    const key = keyOf(request);
    const refusal = addresses.refusal({ method: 'PUT', key, contentType }, request.query);
    if (refusal !== null) return void response.status(403).json({ error: refusal });
    if (length === undefined) {
      await dropBody(request, response);
      return void response.status(411).json({ error: 'Content-Length is required' });
    }
    // The storage destroys its input stream; destroying the request itself would lose the response.
    const body = new PassThrough();
    // The client may go before it is read; reading it then reports the error.
    body.on('error', () => undefined);
    request.once('error', (error) => body.destroy(error));
    await receiveUpload(key, Number(length), (place) => storage.put(key, request.pipe(body), { contentType, place }));
    response.end();
  });

  router.get(ANY, async (request, response, next) => {
    const key = keyOf(request);
    // Public reads need no signature; if there is one, it must be valid.
    const signed = 'signature' in request.query;
    const refusal = signed ? addresses.refusal({ method: 'GET', key, contentType: null }, request.query) : null;
    if (refusal !== null) return void response.status(403).json({ error: refusal });
    const found = await storage.locate(key);
    if (!found) return void response.status(404).json(NOT_FOUND);
    const { folder, file, start, contentType } = found;
    const headers = {
      'Content-Type': safeContentType(contentType),
      'Cache-Control': CACHED,
      ...(!SHOWN.test(contentType) && { 'Content-Disposition': 'attachment' }),
    };
    response.sendFile(file, { root: folder, dotfiles: 'allow', start, headers }, (error) => {
      if (error) next(error);
    });
  });

  const onError: ErrorRequestHandler = async (error, request, response, _next) => {
    // The client disconnected: no response is possible.
    if (error.code === 'ECONNRESET' || error.code === 'ECONNABORTED') return;
    const known = error instanceof AppError ? error : null;
    const status: number = error.status ?? 500;
    const { requestId } = response.locals;
    if (status >= 500) log.error({ err: error, requestId }, 'Unexpected failure of the object storage');
    if (response.headersSent) return void response.destroy();
    await dropBody(request, response);
    // The response headers for the object do not apply to an error.
    const body = known?.restBody() ?? { error: STATUS_CODES[status] };
    response.status(status).type('json').set('Cache-Control', 'no-store').send(body);
  };
  router.use(onError);
  return router;
}

const ANY = /.*/;
const NOT_FOUND = { error: 'No such object' };
const keyOf = (request: Request): string => request.path.slice(1);
