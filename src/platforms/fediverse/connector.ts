/** Connects an account with an access token that its owner creates on the server. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { filled, NO_SERVER, readTyped, serverAddress } from '../kit/typed-values.js';
import type { Account } from '../port/account.js';
import type { Connector, CredentialField, Probed } from '../port/platform.js';
import { connect, makeClient } from './client.js';
import { describe, identify } from './identify.js';

const typedSchema = z.object({
  instance: serverAddress,
  accessToken: filled.regex(/^[!-~]+$/, 'must be a token exactly as the server shows it, without spaces'),
});

/** Optional only if the operator has configured a server. */
export const instanceField: CredentialField = {
  name: 'instance',
  label: 'Instance',
  hint: 'The host name of the server that the account is on, such as example.social.',
  secret: false,
  optional: true,
};

export const connector: Connector = {
  fields: [
    instanceField,
    {
      name: 'accessToken',
      label: 'Access token',
      hint: 'In the server’s settings, under Development: create an application with the scopes read and write.',
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
    return { kind: 'attached', account: { ...describe(owner.self), baseUrl, credentials: { accessToken } } };
  },
};

export const probe = async (http: Http, account: Account): Promise<Probed> => {
  const connected = connect(http, account, 'prepare');
  if (connected.kind === 'failed') return connected;
  const owner = await identify(connected.client);
  if (owner.kind === 'failed') return owner;
  return { kind: 'working', displayName: describe(owner.self).displayName, permissions: owner.scopes };
};
