/** Who answered a login (RFC 9207): a code is worth something at one server, and goes to no other. */
import type { Issuer } from './platform.js';

/** Whether an identifier is that of a server; servers write their own address with a slash at its end or without. */
export const isIssuer = (server: string, identifier: string): boolean =>
  withoutSlash(identifier) === withoutSlash(server);

/** Whether an answer with this `iss`, or without one, may come from the server at which the login was begun. */
export function mayComeFrom(issuer: Issuer | null, iss: string | null): boolean {
  if (issuer === null) return true;
  return iss === null ? !issuer.required : isIssuer(issuer.identifier, iss);
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
