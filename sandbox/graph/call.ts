import type { Request } from 'express';
import type { SandboxContext } from '../exchange.js';
import type { Grant } from '../grants.js';
import { filesOf } from '../received-files.js';
import type { SandboxPlatform } from '../types.js';
import { expiredToken, invalid, refuse } from './wire.js';

/** Parameters of a call but its token, from query, form or JSON. Texts as they are, anything else as JSON. */
export type Params = Readonly<Record<string, string>>;

/**
 * The parameters of a request. The platforms ignore unknown ones; the sandbox refuses them, because a misspelt one
 * would otherwise go unnoticed.
 */
export function readParams(req: Request, names: readonly string[]): Params {
  const body: unknown = req.body ?? {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be an object');
  const { access_token: _token, ...params } = { ...req.query, ...body } as Record<string, unknown>;
  const given = Object.entries(params);
  const files = (filesOf(req) ?? []).map(({ field }) => field);
  const unknown = [...given.map(([name]) => name), ...files].find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`Unexpected parameter ${unknown}`);
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(given.map(([name, value]) => [name, text(value)]));
}

/** The access token of a request: in its header, or a parameter. */
export function tokenOf(req: Request): string {
  const header = /^(?:Bearer|OAuth) (\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
  const token = header ?? req.query.access_token ?? req.body?.access_token;
  if (typeof token === 'string' && token !== '') return token;
  throw refuse({
    code: 2500,
    message: 'An active access token must be used to query information about the current user.',
  });
}

/** What a person allowed with the token of a request, when it has every one of these scopes. */
export function allowed(
  { grants }: SandboxContext,
  platform: SandboxPlatform,
  req: Request,
  scopes: readonly string[],
): Grant {
  const grant = grants.find(platform, tokenOf(req));
  if (!grant) throw refuse({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
  if (grant.expiresAt !== null && grant.expiresAt <= Date.now()) throw expiredToken();
  const missing = scopes.find((scope) => grant.scopes && !grant.scopes.includes(scope));
  if (missing === undefined) return grant;
  throw refuse({ code: 10, message: `(#10) Application does not have permission for this action: ${missing}` });
}

/** A choice among values; undefined when it is not given. */
export function choice<T extends string>(params: Params, name: string, values: readonly T[]): T | undefined {
  const value = params[name];
  const found = values.find((each) => each === value);
  if (value === undefined || found) return found;
  throw invalid(`Param ${name} must be one of {${values.join(', ')}}`);
}

export const flag = (params: Params, name: string): boolean | undefined => {
  const value = choice(params, name, ['true', 'false', '1', '0']);
  return value === undefined ? undefined : value === 'true' || value === '1';
};

/** A number that is not negative. */
export function count(params: Params, name: string): number | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw invalid(`Param ${name} must be an integer greater than or equal to 0`);
  return Number(value);
}

/** An address of a file. */
export function address(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || URL.canParse(value)) return value;
  throw invalid(`Param ${name} must be a valid URI`);
}
