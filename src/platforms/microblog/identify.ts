/** The account and scopes of tokens. The platform returns granted scopes only at the login. */

import type { Http } from '../../foundation/http-client/http.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { Tokens } from '../kit/oauth-row.js';
import type { Account } from '../port/account.js';
import type { Probed } from '../port/platform.js';
import { connect, type MicroblogClient, type User } from './client.js';

/** Fetches the account of the tokens; a failure if they do not allow posting. */
export async function identify(
  client: MicroblogClient,
  { scopes }: Tokens,
): Promise<{ kind: 'identified'; user: User; permissions: string[] } | FailedStep> {
  const me = await client.me();
  if (me.kind === 'rejected') return me.step;
  const permissions = scopes?.split(' ') ?? [];
  if (scopes === undefined || permissions.includes('tweet.write')) {
    return { kind: 'identified', user: me.value.data, permissions };
  }
  const context = { platform: 'microblog', purpose: 'prepare', secrets: [] } as const;
  const happened = 'was not given permission by the owner of this account to let this service post';
  return failed('PLATFORM_AUTH_EXPIRED', context, { outcome: 'rejected', happened });
}

export const probe = async (http: Http, account: Account): Promise<Probed> => {
  const connected = connect(http, account, 'prepare');
  if (connected.kind === 'failed') return connected;
  const owner = await identify(connected.client, connected.tokens);
  if (owner.kind === 'failed') return owner;
  const { name, username } = owner.user;
  return { kind: 'working', displayName: name || username, permissions: owner.permissions };
};
