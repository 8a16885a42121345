/** Which server answered a login (RFC 9207). */
import type { Issuer } from '../port/platform.js';

/** Whether an issuer identifier is the address of a server, with or without a slash at its end. */
export const isIssuer = (server: string, identifier: string): boolean =>
  withoutSlash(identifier) === withoutSlash(server);

/** Whether an answer with this `iss`, or without one, may come from the server at which the login was begun. */
export function mayComeFrom(issuer: Issuer | null, iss: string | null): boolean {
  if (issuer === null) return true;
  return iss === null ? !issuer.required : isIssuer(issuer.identifier, iss);
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
