/** Where logins at platforms begin and end, as paths of this service. */
import { createHash } from 'node:crypto';
import { AppError } from '../../foundation/errors/app-error.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { ConnectionOwner } from './attach-accounts.use-case.js';

const SEGMENT_LENGTH = 32;

/** Begins a login when it is opened. It names the user where that is not the account that pays. */
export function startPath(
  platform: PlatformKey,
  { userId, ownerId }: ConnectionOwner,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...(userId !== ownerId && { user: userId }), ...more });
  return `/auth/${platform}/start${query.size > 0 ? `?${query}` : ''}`;
}

/** The last segment of the redirect address that one server of a platform has for itself. */
export const serverSegment = (server: string): string =>
  createHash('sha256').update(server).digest('hex').slice(0, SEGMENT_LENGTH);

/** Where a platform sends people back to; `segment` is that of a server, null where the platform is one place. */
export type RedirectUri = (platform: PlatformKey, segment: string | null) => string;

/** The addresses that the operator names, or else those of this service. */
export const makeRedirectUri =
  (needs: { publicUrl: () => string; named: (platform: PlatformKey) => string | null }): RedirectUri =>
  (platform, segment) => {
    const address = needs.named(platform) ?? `${needs.publicUrl()}/auth/${platform}/callback`;
    if (segment === null) return address;
    const url = new URL(address);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${segment}`;
    return url.href;
  };

/** People are sent on to pages of this service and of the sites that its operator names, and nowhere else. */
export function assertReturnTo(address: string, origins: readonly string[]): void {
  if (!URL.canParse(address) || !origins.includes(new URL(address).origin)) {
    throw new AppError('RETURN_ADDRESS_INVALID');
  }
}
