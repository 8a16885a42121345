import { z } from 'zod';
import { requestTo } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import { callApi } from '../kit/call-api.js';
import { type Context, type FailedStep, failed } from '../kit/failed-step.js';
import type { Account } from '../port/account.js';
import type { Probed } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL } from './client.js';
import { videohubFailures } from './failures.js';

/** Any of them lets an app upload. */
const UPLOADING = ['youtube.upload', 'youtube', 'youtube.force-ssl'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

const CONTEXT = { platform: 'videohub', purpose: 'prepare', secrets: [] } as const;

/** The channel and the scopes of a token. */
export async function probe(http: Http, account: Account): Promise<Probed> {
  const connected = connect(http, account, 'prepare');
  if (connected.kind === 'failed') return connected;
  const { client } = connected;
  const result = await client.channels();
  if (result.kind === 'rejected') return result.step;
  const channel = result.value.items.find(({ id }) => id === account.accountId);
  if (!channel) {
    const happened = 'granted access to a different channel';
    return failed('PLATFORM_AUTH_EXPIRED', CONTEXT, { outcome: 'rejected', happened });
  }
  const permissions = await scopesOf(http, account, client.context);
  return mayUpload(permissions) ?? { kind: 'working', displayName: channel.snippet.title || channel.id, permissions };
}

const tokenSchema = z.object({ scope: z.string() });

/** GET /tokeninfo of the host for tokens; if it does not respond, the scopes of the login count. */
async function scopesOf(http: Http, { baseUrl, credentials }: Account, context: Context): Promise<string[]> {
  const address = requestTo(baseUrl, DEFAULT_BASE_URL, 'https://oauth2.googleapis.com/tokeninfo');
  const query = { access_token: credentials.accessToken ?? '' };
  const result = await callApi(http, { method: 'GET', ...address, query }, tokenSchema, videohubFailures, context);
  const scope = result.kind === 'ok' ? result.value.scope : (credentials.scopes ?? '');
  return scope.split(' ').filter((name) => name !== '');
}

/** The failure of a login whose owner did not grant the right to upload; null if it may have been granted. */
export function mayUpload(scopes: readonly string[]): FailedStep | null {
  const known = scopes.filter((scope) => scope !== '');
  if (known.length === 0 || UPLOADING.some((scope) => known.includes(scope))) return null;
  const happened = 'did not grant this service permission to upload videos: connect again and allow it';
  return failed('PERMISSION_DENIED', CONTEXT, { outcome: 'rejected', happened });
}
