import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { denied, expired, invalidToken, refuse } from './wire.js';

/** The supported versions, of one year: months, up to the latest documented one. */
const versions = { from: '202512', to: '202609' };

/** The member that calls, and the scopes of its token. */
export interface Caller {
  member: AccountCore;
  /** Null: all scopes. */
  scopes: readonly string[] | null;
}

/** The member of the token, which must have one of the scopes. `what` names the resource and its method. */
export function callerOf(context: SandboxContext, req: Request, what: string, scopes: readonly string[]): Caller {
  const token = /^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (token === undefined) throw refuse(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65604);
  const grant = context.grants.find('network', token);
  if (!grant) throw invalidToken();
  if (grant.expiresAt !== null && grant.expiresAt <= Date.now()) throw expired();
  const caller = { member: grant.account, scopes: grant.scopes };
  if (!mayDo(caller, scopes)) throw denied(what);
  return caller;
}

const mayDo = ({ scopes }: Caller, wanted: readonly string[]): boolean =>
  scopes === null || wanted.some((scope) => scopes.includes(scope));

/** The headers that every versioned call has. */
export function checkVersion(req: Request): void {
  const version = req.get('linkedin-version');
  if (version === undefined) {
    const hint = 'Please specify a version by adding the LinkedIn-Version header.';
    throw refuse(400, 'VERSION_MISSING', `A version must be present. ${hint}`);
  }
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(version) || version < versions.from || version > versions.to) {
    throw refuse(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`);
  }
  if (req.get('x-restli-protocol-version') !== '2.0.0') {
    throw refuse(400, 'BAD_REQUEST', 'X-RestLi-Protocol-Version must be 2.0.0');
  }
}

export const personUrn = ({ accountId }: AccountCore): string => `urn:li:person:${accountId}`;

/** The organization that a member administers. Each member has one. */
export function organizationOf({ accountId, username, displayName }: AccountCore) {
  const id = Number(`10${[...accountId].map((letter) => letter.charCodeAt(0) % 10).join('')}`.slice(0, 12));
  return { id, urn: `urn:li:organization:${id}`, localizedName: `${displayName} Inc.`, vanityName: `${username}-inc` };
}

/** Checks that the caller may act for the actor: itself, or its organization. */
export function checkActor(caller: Caller, actor: unknown, what: string): string {
  if (actor === personUrn(caller.member)) return actor;
  const organization = organizationOf(caller.member);
  if (actor === organization.urn && mayDo(caller, ['w_organization_social'])) return organization.urn;
  throw denied(what);
}
