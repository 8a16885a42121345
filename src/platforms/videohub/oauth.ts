/** Logins of Google (RFC 6749; PKCE of RFC 7636). */
import { addressAt } from '../../foundation/http-client/address.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { FoundAccount, OAuthRow } from '../kit/oauth-row.js';
import { type Channel, DEFAULT_BASE_URL, makeClient } from './client.js';
import { videohubFailures } from './failures.js';
import { mayUpload } from './probe.js';

export const oauth: OAuthRow = {
  platform: 'videohub',
  defaultBaseUrl: DEFAULT_BASE_URL,
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  issuer: 'https://accounts.google.com',
  failures: videohubFailures,
  // The last one is for deleting videos and for first comments.
  scopes: ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
    (name) => `https://www.googleapis.com/auth/${name}`,
  ),
  separator: ' ',
  clientAuth: 'body',
  pkce: true,
  // The platform issues a refresh token only for offline access, and only with fresh consent.
  authorizeParams: { access_type: 'offline', prompt: 'consent' },
  renewal: { kind: 'refresh token' },
  // The access token lasts an hour; the refresh token stays.
  renewAheadMs: 15 * MINUTE_MS,
  async accounts(http, { accessToken, refreshToken = '', scopes = '' }, { baseUrl }) {
    const refused = mayUpload(scopes.split(' '));
    if (refused) return refused;
    const client = makeClient(http, baseUrl ?? DEFAULT_BASE_URL, accessToken, 'prepare', [refreshToken]);
    const result = await client.channels();
    if (result.kind === 'rejected') return result.step;
    const accounts = result.value.items.map((channel) => accountOf(channel, baseUrl));
    return accounts.length === 0 ? withoutChannel() : { kind: 'found', accounts };
  },
};

function accountOf({ id, snippet }: Channel, baseUrl: string | null): FoundAccount {
  const { title, customUrl, thumbnails } = snippet;
  return {
    accountId: id,
    username: customUrl?.replace(/^@/, '') ?? title,
    displayName: title || id,
    profileUrl: addressAt(baseUrl, DEFAULT_BASE_URL, `https://www.youtube.com/channel/${id}`),
    profileImageUrl: thumbnails?.default?.url ?? null,
  };
}

function withoutChannel(): FailedStep {
  const context = { platform: 'videohub', purpose: 'prepare', secrets: [] } as const;
  const happened = 'has no channel for this account: create one there, then connect again';
  return failed('PERMISSION_DENIED', context, { outcome: 'rejected', happened });
}
