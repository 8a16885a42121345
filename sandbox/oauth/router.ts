import express, { type Request, type RequestHandler, type Router } from 'express';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import { authorizeRouter } from './authorize.js';
import { Codes } from './codes.js';
import { authenticate, clientNames, invalidClient, need, type Params, readParams } from './parameters.js';
import { type OAuthQuirks, oauthWire, refuse } from './quirks.js';
import { clientType, codeType, exchangeType, refreshType, type TokenType } from './token-types.js';

// Each route reads its body, because the platform's API may accept other types.
const readForm = express.urlencoded({ extended: false });
const readJson = express.json();
const bodyReaders = ({ takesJson }: Pick<OAuthQuirks, 'takesJson'>): RequestHandler[] =>
  takesJson ? [readForm, readJson] : [readForm];

/**
 * Logins at a platform (OAuth 2 with an authorization code): the page, and the endpoints for tokens. A fake platform mounts it
 * before its API.
 */
export function oauthRouter(context: SandboxContext, quirks: OAuthQuirks): Router {
  const codes = new Codes(quirks.codeSeconds);
  const exchangeQuirks = { ...quirks, error: quirks.exchangeError ?? quirks.error };
  const types = [
    codeType(context, quirks, codes),
    ...(quirks.refresh ? [refreshType(context, quirks, quirks.refresh)] : []),
    ...(quirks.hasClientTokens ? [clientType(quirks)] : []),
    ...(quirks.exchanges ?? []).map((exchange) => exchangeType(context, exchangeQuirks, exchange)),
  ];
  const router = express.Router();
  router.use(authorizeRouter(context, quirks, codes));
  for (const path of new Set(types.map((type) => type.path))) {
    const here = types.filter((type) => type.path === path);
    const handler = tokenEndpoint(context, path === quirks.tokenPath ? quirks : exchangeQuirks, here);
    if (here.some(({ method }) => method === 'get')) router.get(path, handler);
    else router.post(path, ...bodyReaders(quirks), handler);
  }
  router.use(wireErrors(oauthWire(quirks)));
  return router;
}

/** A further endpoint of a login (POST with a form, or GET). It accepts the parameters in `names`. */
export function oauthEndpoint(
  context: SandboxContext,
  quirks: OAuthQuirks,
  names: readonly string[],
  prepare: (params: Params, req: Request) => Call,
): RequestHandler[] {
  const read = (req: Request) => prepare(readParams(quirks, req, names), req);
  return [...bodyReaders(quirks), endpoint(context, oauthWire(quirks), 'other', read)];
}

/** The endpoint that exchanges a code or another token for tokens. */
function tokenEndpoint(context: SandboxContext, quirks: OAuthQuirks, types: readonly TokenType[]): RequestHandler {
  return endpoint(context, oauthWire(quirks), 'other', (req) => {
    const given: Record<string, unknown> = req.method === 'GET' ? req.query : (req.body ?? {});
    // Where everything is in the query, the code alone authenticates.
    const named = given.grant_type ?? (req.method === 'GET' && given.code !== undefined ? 'authorization_code' : '');
    const type = types.find(({ name }) => name === named);
    if (!type) {
      const description = 'The grant_type is missing or not supported';
      throw refuse(quirks, { status: 400, code: 'unsupported_grant_type', description });
    }
    const isAuthenticated = type.client === 'authenticated';
    const names = type.client === 'authenticated' ? clientNames(quirks) : type.client;
    const further = isAuthenticated ? (quirks.tokenParameters ?? []) : [];
    const params = readParams(quirks, req, ['grant_type', ...names, ...type.parameters, ...further]);
    if (!isAuthenticated) checkOwnClient(context, quirks, params, names);
    const client = isAuthenticated ? authenticate(context, quirks, req, params) : null;
    const { accountId, run } = type.prepare(params, client);
    return { accountId, run: () => ({ status: 200, headers: { 'Cache-Control': 'no-store' }, body: run() }) };
  });
}

/** An app that does not send all of its credentials can only be the one that always exists. */
function checkOwnClient(context: SandboxContext, quirks: OAuthQuirks, params: Params, names: readonly string[]): void {
  const { id, secret } = context.clients.own(quirks.platform);
  const expected: Params = { client_id: id, client_secret: secret };
  for (const name of names) if (need(quirks, params, name) !== expected[name]) throw invalidClient(quirks);
}
