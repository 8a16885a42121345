/** Which server a login response came from (RFC 9207). */
import type { Issuer } from '../port/platform.js';

/** Whether an issuer identifier is the URL of a server, with or without a trailing slash. */
export const isIssuer = (server: string, identifier: string): boolean =>
  withoutSlash(identifier) === withoutSlash(server);

/** Whether a response with this `iss`, or without one, may come from the server where the login was started. */
export function mayComeFrom(issuer: Issuer | null, iss: string | null): boolean {
  if (issuer === null) return true;
  return iss === null ? !issuer.required : isIssuer(issuer.identifier, iss);
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');
