import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { Codes, Consent } from './codes.js';
import { consentPage, refusalPage } from './page.js';
import type { OAuthQuirks } from './quirks.js';

type ParsedRequest =
  /** Shown only to the person, because the app's address is not certain. */
  | { kind: 'refused'; reason: string }
  /** Sent to the app (RFC 6749, section 4.1.2.1). */
  | { kind: 'returned'; url: string }
  | { kind: 'valid'; consent: Omit<Consent, 'accounts'>; state: string };

const decisionBody = z.strictObject({
  account: z.union([z.string(), z.array(z.string())]).optional(),
  decision: z.enum(['allow', 'cancel']),
});

/** A redirect address must be absolute and have no fragment. Plain HTTP is allowed only on loopback. */
function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash } = new URL(text);
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}

function returned(redirectUri: string, params: Record<string, string>): ParsedRequest & { kind: 'returned' } {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return { kind: 'returned', url: url.href };
}

/** The page on which a person allows an app to use an account of the sandbox. */
export function authorizeRouter(context: SandboxContext, quirks: OAuthQuirks, codes: Codes): Router {
  const { platform, authorizePath, clientIdName = 'client_id', several } = quirks;
  const further = quirks.authorizeParameters ?? {};
  const router = express.Router();

  const read = (req: Request): ParsedRequest => {
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(req.query)) {
      if (typeof value !== 'string') return { kind: 'refused', reason: `${name} is given twice.` };
      query[name] = value;
    }
    const { redirect_uri: redirectUri = '', state = '', response_type: responseType, scope = '' } = query;
    const client = context.clients.find(platform, query[clientIdName] ?? '');
    if (!client) return { kind: 'refused', reason: `No app has this ${clientIdName}.` };
    const isKnown = client.redirectUris?.includes(redirectUri) ?? isRedirectUri(redirectUri);
    if (!isKnown) return { kind: 'refused', reason: 'The redirect_uri is none of this app.' };

    const refused = (error: string, error_description: string) =>
      returned(redirectUri, { error, error_description, ...(state && { state }) });
    const { code_challenge: codeChallenge, code_challenge_method: method } = query;
    const names = new Set([clientIdName, 'redirect_uri', 'response_type', 'scope', 'state', ...Object.keys(further)]);
    if (quirks.pkce !== 'none') names.add('code_challenge').add('code_challenge_method');
    const unknown = Object.keys(query).find((name) => !names.has(name));
    if (unknown !== undefined) return refused('invalid_request', `Unknown parameter ${unknown}`);
    for (const [name, values] of Object.entries(further)) {
      const value = query[name];
      if (value !== undefined && !values.includes(value)) return refused('invalid_request', `${name} is invalid`);
    }
    if (responseType !== 'code') return refused('unsupported_response_type', 'response_type must be code');
    if (state === '' || state.length > 500) return refused('invalid_request', 'state must have 1 to 500 characters');
    const scopes = scope.split(quirks.separator).filter((name) => name !== '');
    const allowed = client.scopes ?? quirks.scopes;
    // `read` includes `read:accounts`.
    const isAllowed = (name: string) => allowed.includes(name) || allowed.includes(name.replace(/:.*$/, ''));
    if (scopes.length === 0 || !scopes.every(isAllowed)) {
      return refused('invalid_scope', 'A scope is unknown, or not one of this app');
    }
    if (codeChallenge === undefined ? quirks.pkce === 'required' : !/^[\w-]{43}$/.test(codeChallenge)) {
      return refused('invalid_request', 'code_challenge is missing or invalid');
    }
    if (codeChallenge !== undefined && method !== 'S256') {
      return refused('invalid_request', 'code_challenge_method must be S256');
    }
    const consent = { clientId: client.id, redirectUri, scopes, codeChallenge: codeChallenge ?? null, query };
    return { kind: 'valid', consent, state };
  };

  // The demo account comes first: a person who tries the service most likely chooses it.
  const accounts = (): AccountCore[] => context.store.accountsOf(platform);
  const answer = (res: Response, parsed: Exclude<ParsedRequest, { kind: 'valid' }>) => {
    if (parsed.kind === 'returned') res.redirect(302, parsed.url);
    else res.status(400).type('html').send(refusalPage(platform, parsed.reason));
  };

  router.all(authorizePath, (_req, res, next) => {
    res.set({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
    next();
  });

  router.get(authorizePath, (req, res) => {
    const parsed = read(req);
    if (parsed.kind !== 'valid') return answer(res, parsed);
    const { clientId, scopes } = parsed.consent;
    const shown = { platform, clientId, scopes, accounts: accounts(), several: several !== undefined };
    res.type('html').send(consentPage(shown));
  });

  router.post(authorizePath, express.urlencoded({ extended: false }), (req, res) => {
    const parsed = read(req);
    if (parsed.kind !== 'valid') return answer(res, parsed);
    const { consent, state } = parsed;
    const body = decisionBody.safeParse(req.body ?? {});
    if (!body.success) return answer(res, { kind: 'refused', reason: 'There is no decision.' });
    if (body.data.decision === 'cancel') {
      const error = { error: 'access_denied', error_description: 'The person refused', ...quirks.cancelled };
      return answer(res, returned(consent.redirectUri, { ...error, state }));
    }
    const ids = [body.data.account ?? []].flat();
    const chosen = accounts().filter(({ accountId }) => ids.includes(accountId));
    if (chosen.length === 0 || chosen.length < ids.length || (several === undefined && chosen.length > 1)) {
      return answer(res, { kind: 'refused', reason: 'Choose an account.' });
    }
    const code = codes.issue({ ...consent, accounts: chosen });
    answer(res, returned(consent.redirectUri, { code, state }));
  });
  return router;
}
