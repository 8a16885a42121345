/** Paths where logins at platforms start and end. */
import { createHash } from 'node:crypto';
import { AppError } from '../../foundation/errors/app-error.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { ConnectionOwner } from './attach-accounts.use-case.js';

const SEGMENT_LENGTH = 32;

/** Starts a login when opened. It names the user: a page sends no header, and a person can have several accounts. */
export function startPath(
  platform: PlatformKey,
  { userId }: Pick<ConnectionOwner, 'userId'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ user: userId, ...more });
  return `/auth/${platform}/start?${query}`;
}

/** The last segment of the redirect URI of one server of a platform. */
export const serverSegment = (server: string): string =>
  createHash('sha256').update(server).digest('hex').slice(0, SEGMENT_LENGTH);

/** The redirect URI; `segment` is that of a server, null for a platform with one server. */
export type RedirectUri = (platform: PlatformKey, segment: string | null) => string;

/** The operator's redirect base URLs, or else those of this service. */
export const makeRedirectUri =
  (needs: { publicUrl: () => string; named: (platform: PlatformKey) => string | null }): RedirectUri =>
  (platform, segment) => {
    const address = needs.named(platform) ?? `${needs.publicUrl()}/auth/${platform}/callback`;
    if (segment === null) return address;
    const url = new URL(address);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${segment}`;
    return url.href;
  };

/** Redirects lead only to this service and to origins allowed by its operator. */
export function assertReturnTo(address: string, origins: readonly string[]): void {
  if (!URL.canParse(address) || !origins.includes(new URL(address).origin)) {
    throw new AppError('RETURN_ADDRESS_INVALID');
  }
}
