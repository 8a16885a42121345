/** How an account is connected: with an app password, which works without a second factor and can be taken back alone. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { type Context, failed } from '../kit/failed-step.js';
import { profileText } from '../kit/profile.js';
import { filled, readTyped, serverAddress } from '../kit/typed-values.js';
import type { Account } from '../port/account.js';
import type { Connector, PlatformSetup, Probed } from '../port/platform.js';
import { readClaims } from './claims.js';
import { connect, DEFAULT_BASE_URL } from './client.js';
import { logIn } from './session.js';

const typedSchema = z.object({
  // The @, and the invisible marks that come with a handle copied from a page, are no part of it.
  identifier: filled
    .transform((text) => text.replace(/^[\p{Cf}@]+|\p{Cf}+$/gu, ''))
    .pipe(z.string().regex(/^\S+\.\S+$/, 'must be a handle, such as name.example.com, or an e-mail address')),
  appPassword: filled,
  service: serverAddress,
});

export const connector: Connector = {
  fields: [
    {
      name: 'identifier',
      label: 'Handle',
      hint: 'The handle of the account without the @, such as name.example.com, or its e-mail address.',
      secret: false,
      optional: false,
    },
    {
      name: 'appPassword',
      label: 'App password',
      hint: 'In the account’s settings, under App passwords: create one for this service.',
      secret: true,
      optional: false,
    },
    {
      name: 'service',
      label: 'Data server',
      hint: 'Only for an account on a self-hosted server: the host name of that server.',
      secret: false,
      optional: true,
    },
  ],
  async attach(http, values, operatorUrl) {
    const read = readTyped(typedSchema, values);
    if (read.kind === 'invalid') return read;
    const { identifier, appPassword, service } = read.typed;
    const context: Context = { platform: 'skyfeed', purpose: 'prepare', secrets: [appPassword] };
    const baseUrl = service ?? operatorUrl ?? DEFAULT_BASE_URL;
    const opened = await logIn(http, baseUrl, { baseUrl: operatorUrl }, { identifier, password: appPassword }, context);
    if (opened.kind === 'rejected' && opened.error === 'AuthFactorTokenRequired') {
      const happened = 'requires a second factor with the account’s password: create an app password and use that';
      return failed('PLATFORM_AUTH_EXPIRED', context, { outcome: 'rejected', happened, status: opened.status });
    }
    if (opened.kind === 'rejected') return opened.step;
    const { did, handle, accessJwt, refreshJwt } = opened.value;
    return {
      kind: 'attached',
      account: {
        accountId: did,
        username: handle,
        displayName: handle,
        profileUrl: null,
        profileImageUrl: null,
        baseUrl: service,
        credentials: { identifier, appPassword, accessJwt, refreshJwt },
        // The tokens expire, but the password that replaces them does not.
        expiresAt: null,
      },
    };
  },
};

export const probe = async (http: Http, account: Account, setup: PlatformSetup): Promise<Probed> => {
  const connected = connect(http, account, setup, 'prepare');
  if (connected.kind === 'failed') return connected;
  const session = await connected.xrpc('com.atproto.server.getSession', z.object({ handle: profileText }));
  if (session.kind === 'rejected') return session.step;
  const permissions = readClaims(connected.accessJwt).scope?.match(/\S+/g) ?? [];
  return { kind: 'working', displayName: session.value.handle, permissions };
};
