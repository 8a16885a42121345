/** How an account is connected: with an access token that its owner makes on the server. */
import { z } from 'zod';
import { type FailedStep, failed } from '../failed-step.js';
import type { Http } from '../http.js';
import type { Account, Connector, Probed } from '../platform.js';
import { filled, NO_SERVER, readTyped, serverAddress } from '../typed-values.js';
import { connect, type FediverseClient, makeClient, type Self } from './client.js';

const typedSchema = z.object({
  instance: serverAddress,
  accessToken: filled.regex(/^[!-~]+$/, 'must be a token as the server shows it, without spaces'),
});

/** `instance` may stay empty only where the operator has one for all. */
export const connector: Connector = {
  fields: [
    {
      name: 'instance',
      label: 'Instance',
      hint: 'The host name of the server that the account is on, such as example.social.',
      secret: false,
      optional: true,
    },
    {
      name: 'accessToken',
      label: 'Access token',
      hint: 'In the settings of the server, under Development: make an application with the scopes read and write.',
      secret: true,
      optional: false,
    },
  ],
  async attach(http, values, operatorUrl) {
    const read = readTyped(typedSchema, values);
    if (read.kind === 'invalid') return read;
    const { instance, accessToken } = read.typed;
    const baseUrl = instance ?? operatorUrl;
    if (baseUrl === null) return { kind: 'invalid', field: 'instance', reason: NO_SERVER };
    const owner = await identify(makeClient(http, baseUrl, accessToken, 'prepare'));
    if (owner.kind === 'failed') return owner;
    const { id, acct, display_name, url, avatar } = owner.self;
    return {
      kind: 'attached',
      account: {
        accountId: id,
        username: acct,
        displayName: display_name || acct,
        profileUrl: url,
        profileImageUrl: avatar,
        baseUrl,
        credentials: { accessToken },
        expiresAt: null,
      },
    };
  },
};

export const probe = async (http: Http, account: Account): Promise<Probed> => {
  const connected = connect(http, account, 'prepare');
  if (connected.kind === 'failed') return connected;
  const owner = await identify(connected.client);
  if (owner.kind === 'failed') return owner;
  const { display_name, acct } = owner.self;
  return { kind: 'working', displayName: display_name || acct, permissions: owner.scopes };
};

/** Whose token it is and the scopes of its app, as far as the server tells them. A token has no scope that its app lacks. */
async function identify(
  client: FediverseClient,
): Promise<{ kind: 'identified'; self: Self; scopes: string[] } | FailedStep> {
  const self = await client.self();
  if (self.kind === 'refused') return self.step;
  const app = await client.app();
  const scopes = app.kind === 'read' ? app.value.scopes : [];
  if (scopes.length > 0 && !scopes.some((scope) => scope === 'write' || scope === 'write:statuses')) {
    const happened = 'did not give this access token the right to post: make one with the scopes read and write';
    const context = { platform: 'fediverse', purpose: 'prepare', secrets: [] } as const;
    return failed('PLATFORM_AUTH_EXPIRED', context, { outcome: 'rejected', happened });
  }
  return { kind: 'identified', self: self.value, scopes };
}
