/** Identifies the account of an access token, and checks that it may post. */
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { Attached } from '../port/platform.js';
import type { FediverseClient, Self } from './client.js';

/**
 * Whose token it is and the scopes of its app, as far as the server reports them. A token has no scope that its app
 * lacks.
 */
export async function identify(
  client: FediverseClient,
): Promise<{ kind: 'identified'; self: Self; scopes: string[] } | FailedStep> {
  const self = await client.self();
  if (self.kind === 'rejected') return self.step;
  const app = await client.app();
  const scopes = app.kind === 'ok' ? app.value.scopes : [];
  if (scopes.length > 0 && !scopes.some((scope) => scope === 'write' || scope === 'write:statuses')) {
    const happened = 'did not grant this access token permission to post: create one with the scopes read and write';
    const context = { platform: 'fediverse', purpose: 'prepare', secrets: [] } as const;
    return failed('PLATFORM_AUTH_EXPIRED', context, { outcome: 'rejected', happened });
  }
  return { kind: 'identified', self: self.value, scopes };
}

/** The account as it is stored. */
export const describe = ({ id, acct, display_name, url, avatar }: Self): Omit<Attached, 'baseUrl' | 'credentials'> => ({
  accountId: id,
  username: acct,
  displayName: display_name || acct,
  profileUrl: url,
  profileImageUrl: avatar,
  expiresAt: null,
});
