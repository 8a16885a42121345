import express, { type Request, type RequestHandler, type Router } from 'express';
import type { AccountCore } from '../account.js';
import { type Call, endpoint, type SandboxContext, type Wire, wireErrors } from '../exchange.js';
import type { CallKind } from '../faults.js';
import type { Grant } from '../grants.js';
import { allowed, type Params, readParams } from './call.js';
import { notFound, refuse } from './wire.js';

/** A parsed request: the grant and the account of its token, and its parameters. */
export interface GraphRequest {
  req: Request;
  grant: Grant;
  account: AccountCore;
  params: Params;
}

/** What an endpoint takes: the names of its parameters, and the scopes that a token must have. */
interface Takes {
  names: readonly string[];
  scopes: readonly string[];
  kind?: CallKind;
}

export type MakeEndpoint = (takes: Takes, prepare: (request: GraphRequest) => Call['run']) => RequestHandler;

const unknownPath = () => refuse({ code: 2500, message: 'Unknown path components' });

/** Makes the router of a Graph platform. The path begins with the API's version. */
export function graphRouter(
  context: SandboxContext,
  wire: Wire,
  version: RegExp,
  add: (router: Router, make: MakeEndpoint) => void,
): Router {
  const router = express.Router();
  router.use(express.json({ limit: '1mb' }), express.urlencoded({ extended: false, limit: '1mb' }));
  add(router, ({ names, scopes, kind = 'other' }, prepare) =>
    endpoint(context, wire, kind, (req) => {
      if (!version.test(String(req.params.version))) throw unknownPath();
      const grant = allowed(context, wire.platform, req, scopes);
      const { account } = grant;
      const { owner } = req.params;
      if (owner !== undefined && owner !== account.accountId && owner !== 'me') throw notFound(String(owner));
      return { accountId: account.accountId, run: prepare({ req, grant, account, params: readParams(req, names) }) };
    }),
  );
  router.use(
    endpoint(context, wire, 'other', () => {
      throw unknownPath();
    }),
  );
  router.use(wireErrors(wire));
  return router;
}
