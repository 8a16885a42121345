import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Client } from '../clients.js';
import type { SandboxContext } from '../exchange.js';
import { invalidRequest, type OAuthQuirks, refuse } from './quirks.js';

export type Params = Readonly<Record<string, string>>;

/** Reads the parameters of a form or, with GET, of a query. Refuses repeated and unknown ones. */
export function readParams(quirks: OAuthQuirks, req: Request, names: readonly string[]): Params {
  const given: Record<string, unknown> = req.method === 'GET' ? req.query : (req.body ?? {});
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) throw invalidRequest(quirks, `Unknown parameter ${name}`);
    if (typeof value !== 'string') throw invalidRequest(quirks, `${name} is given twice`);
    params[name] = value;
  }
  return params;
}

/** Returns a required parameter. */
export function need(quirks: OAuthQuirks, params: Params, name: string): string {
  const value = params[name];
  if (value === undefined || value === '') throw invalidRequest(quirks, `${name} is missing`);
  return value;
}

const isSame = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The names of the parameters that identify an app. */
export const clientNames = ({ clientAuth, clientIdName }: OAuthQuirks): string[] =>
  clientAuth === 'basic' ? ['client_id'] : [clientIdName ?? 'client_id', 'client_secret'];

/**
 * Finds the app that makes the request, by its id and secret: in a header or in parameters, as the platform requires.
 */
export function authenticate(context: SandboxContext, quirks: OAuthQuirks, req: Request, params: Params): Client {
  const isBasic = quirks.clientAuth === 'basic';
  const [id, secret] = isBasic
    ? basicCredentials(quirks, req)
    : [need(quirks, params, quirks.clientIdName ?? 'client_id'), need(quirks, params, 'client_secret')];
  const client = context.clients.find(quirks.platform, id);
  const isForeign = isBasic && params.client_id !== undefined && params.client_id !== id;
  if (!client || isForeign || !isSame(client.secret, secret)) throw invalidClient(quirks);
  return client;
}

export const invalidClient = (quirks: OAuthQuirks) =>
  refuse(quirks, { status: 401, code: 'invalid_client', description: 'The app is unknown, or its secret is wrong' });

function basicCredentials(quirks: OAuthQuirks, req: Request): [id: string, secret: string] {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(req.headers.authorization ?? '')?.[1];
  const [, id, secret] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) {
    throw refuse(quirks, {
      status: 401,
      code: 'unauthorized_client',
      description: 'Missing valid authorization header',
    });
  }
  try {
    // Both are form-encoded before they are joined (RFC 6749, section 2.3.1).
    return [decodeURIComponent(id), decodeURIComponent(secret)];
  } catch {
    throw invalidClient(quirks);
  }
}
