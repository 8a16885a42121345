import type { Http } from '../../foundation/http-client/http.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { Account } from '../port/account.js';
import type { Probed } from '../port/platform.js';
import { connect } from './client.js';

/** Who the account is; what its token may do is known from the login alone. */
export async function probe(http: Http, account: Account): Promise<Probed> {
  const connected = connect(http, account, 'prepare');
  if (connected.kind === 'failed') return connected;
  const { scopes } = account.credentials;
  const refused = mayPost(scopes);
  if (refused) return refused;
  const result = await connected.client.user();
  if (result.kind === 'rejected') return result.step;
  return { kind: 'working', displayName: result.value.user.display_name, permissions: scopes?.split(' ') ?? [] };
}

/** The failure of an account whose owner did not grant the right to post; null if it may have been granted. */
export function mayPost(scopes: string | undefined): FailedStep | null {
  if (scopes === undefined || scopes.split(' ').includes('video.publish')) return null;
  const context = { platform: 'shortvideo', purpose: 'prepare', secrets: [] } as const;
  const happened = 'did not grant this service permission to post: connect again and allow it';
  return failed('PERMISSION_DENIED', context, { outcome: 'rejected', happened });
}
