/** A client of the stand-ins of the Graph APIs. */
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { type Answer, call } from './support.js';

type Fields = Record<string, string>;

const REDIRECT_URI = 'http://127.0.0.1:9/callback';

/** Calls of an account's API, with its own token or another. */
export const graphClient = ({ baseUrl, credentials }: SandboxAccount, version: string) => {
  const headers = (token = credentials.accessToken) => ({ authorization: `Bearer ${token}` });
  return {
    get: (path: string, query: Fields = {}, token?: string): Promise<Answer> =>
      call(`${baseUrl}/${version}${path}?${new URLSearchParams(query)}`, { headers: headers(token) }),
    post: (path: string, fields: Fields | FormData, token?: string): Promise<Answer> => {
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
      return call(`${baseUrl}/${version}${path}`, { method: 'POST', body, headers: headers(token) });
    },
  };
};

/** The token of a person who allowed this much at a login; `paths` are where the platform's pages for that are. */
export async function tokenWith(
  box: Sandbox,
  { platform, baseUrl, accountId }: SandboxAccount,
  scopes: readonly string[],
  paths = { authorize: '/oauth/authorize', token: '/oauth/access_token', method: 'POST' },
): Promise<string> {
  const { id, secret } = box.clients[platform];
  const shown = { client_id: id, redirect_uri: REDIRECT_URI };
  const params = new URLSearchParams({ ...shown, response_type: 'code', state: 's', scope: scopes.join(',') });
  const page = await call(`${baseUrl}${paths.authorize}?${params}`, {
    method: 'POST',
    body: new URLSearchParams({ account: accountId, decision: 'allow' }),
    redirect: 'manual',
  });
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const exchange = new URLSearchParams({ ...shown, client_secret: secret, code });
  if (paths.method === 'GET') return (await call(`${baseUrl}${paths.token}?${exchange}`)).body.access_token;
  exchange.set('grant_type', 'authorization_code');
  return (await call(baseUrl + paths.token, { method: 'POST', body: exchange })).body.access_token;
}

/** A refusal in the form of these APIs. */
export const refusal = (code: number, subcode?: number, status = 400) => ({
  status,
  body: {
    error: {
      message: expect.any(String),
      type: 'OAuthException',
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      fbtrace_id: expect.any(String),
    },
  },
});

/** Polls until the response is another one. */
export async function once<T>(ask: () => Promise<T>, not: T): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== not) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
