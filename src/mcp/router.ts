import { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import { readerOf } from '../api/response-stream.js';
import type { AuthenticateFrom } from '../domain/identity/access/authenticate.use-case.js';
import { accessHeaders, mayDo } from '../domain/identity/access/viewer.js';
import { type Challenge, MCP_PATH } from '../domain/identity/applications/oauth-metadata.js';
import { AppError } from '../foundation/errors/app-error.js';
import { bodyError } from '../foundation/errors/body-error.js';
import type { ErrorCode } from '../foundation/errors/catalogue.js';
import { logFailure } from '../foundation/errors/temporary-failure.js';
import type { ReadBody } from '../foundation/http/read-body.js';
import { noteRequest } from '../foundation/http/request-log.js';
import type { OperationNeeds } from './run-operation.js';

/** Codes of JSON-RPC: a request that is none, and the range of a server's own errors. */
const INVALID_REQUEST = -32600;
const REFUSED = -32000;

export interface McpNeeds extends OperationNeeds {
  /** By API key or access token: no browser's session counts here. */
  authenticate: AuthenticateFrom;
  /** Where a client begins to authorize; null: there are only API keys. */
  challenge: Challenge | null;
  /** Reads a body of JSON in time. */
  readBody: Pick<ReadBody, 'json'>;
  maxBodyBytes: number;
  /** Origins whose pages may send requests. */
  origins: () => string[];
  /** Aborted when the process is about to stop: waits end. */
  goingAway: AbortSignal;
}

/**
 * The Model Context Protocol over HTTP (streamable HTTP, stateless), for callers with MCP access. Every request is
 * authenticated before its body is read. There are no sessions and no streams to listen on, so the only method is POST.
 */
export function makeMcp({
  authenticate,
  challenge,
  readBody,
  maxBodyBytes,
  origins,
  goingAway,
  ...needs
}: McpNeeds): Router {
  const router = Router();

  const checkOrigin: RequestHandler = ({ headers: { origin } }, response, next) => {
    // A page that has changed what its name resolves to still sends its own origin.
    if (origin === undefined || origins().includes(origin)) next();
    else refuse(response, 403, { code: REFUSED, message: 'Requests from pages of this origin are not accepted' });
  };

  const access: RequestHandler = async (request, response, next) => {
    const headers = { ...accessHeaders(request.headers, { bearer: true }), serviceClient: 'mcp' };
    const authenticated = () => authenticate(headers, request.ip ?? '');
    const viewer = await authenticated();
    noteRequest(response, { userId: viewer.userId });
    response.locals.viewer = viewer;
    response.locals.authenticate = authenticated;
    next();
  };

  const serve: RequestHandler = async (request, response) => {
    if (Array.isArray(request.body)) {
      refuse(response, 400, { code: INVALID_REQUEST, message: 'Batches are not accepted: send one message' });
      return;
    }
    // Loaded by the first request: most processes serve none.
    const { callsChangingTool, serveMcp } = await import('./serve.js');
    const { requestId, authenticate, viewer } = response.locals;
    // A client of OAuth asks its user for more; with a key, the tool itself refuses.
    if (challenge && viewer.applicationId && !mayDo(viewer, 'DRAFT') && callsChangingTool(request.body)) {
      throw new AppError('API_KEY_SCOPE_REQUIRED', { scope: 'PUBLISH', scopes: viewer.scopes });
    }
    const caller = {
      requestId,
      address: request.ip ?? '',
      authenticate,
      reader: readerOf(response),
      note: (facts: Parameters<typeof noteRequest>[1]) => noteRequest(response, facts),
      signal: goingAway,
    };
    await serveMcp(request, response, caller, needs);
  };

  router.post(MCP_PATH, checkOrigin, access, readBody.json({ limit: maxBodyBytes, strict: true }), serve);
  router.all(MCP_PATH, (_request, response) => {
    response.set('Allow', 'POST');
    refuse(response, 405, { code: REFUSED, message: 'Only POST: there are no sessions, and no stream to listen on' });
  });

  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    const shown = bodyError(error, maxBodyBytes);
    const { code, message, status, details } = shown;
    const { requestId } = response.locals;
    logFailure(needs.log, { error, shown, requestId }, 'Unexpected failure before an MCP message');
    noteRequest(response, { codes: [code] });
    const refused = CHALLENGED[code];
    if (challenge && refused) response.set('WWW-Authenticate', challenge(refused));
    if ('retryAfterSeconds' in details) response.set('Retry-After', String(details.retryAfterSeconds));
    if (!response.headersSent) refuse(response, status, { code: REFUSED, message, data: { ...details, code } });
    else response.destroy();
  };
  router.use(MCP_PATH, onError);
  return router;
}

/** Refusals after which a client authorizes, or authorizes again. */
const CHALLENGED: { [Code in ErrorCode]?: Parameters<Challenge>[0] } = {
  API_KEY_REQUIRED: {},
  API_KEY_INVALID: { error: 'invalid_token' },
  ACCESS_TOKEN_INVALID: { error: 'invalid_token' },
  ACCESS_TOKEN_EXPIRED: { error: 'invalid_token' },
  API_KEY_SCOPE_REQUIRED: { error: 'insufficient_scope' },
};

/** An error of JSON-RPC for a request whose id is not known. */
function refuse(response: Response, status: number, error: { code: number; message: string; data?: object }): void {
  response.status(status).json({ jsonrpc: '2.0', error, id: null });
}
