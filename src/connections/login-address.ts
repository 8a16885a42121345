/** Where logins at platforms begin and end, as paths of this service. */
import { AppError } from '../errors/app-error.js';
import type { PlatformKey } from '../platforms/platform.js';
import type { ConnectionOwner } from './attach-accounts.use-case.js';

/** Begins a login when it is opened. It names the user where that is not the account that pays. */
export function startPath(
  platform: PlatformKey,
  { userId, ownerId }: ConnectionOwner,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...(userId !== ownerId && { user: userId }), ...more });
  return `/auth/${platform}/start${query.size > 0 ? `?${query}` : ''}`;
}

/** Where a platform sends people back to, unless the operator says otherwise. */
export const callbackPath = (platform: PlatformKey): string => `/auth/${platform}/callback`;

/** People are sent on to pages of this service and of the sites that its operator names, and nowhere else. */
export function assertReturnTo(address: string, origins: readonly string[]): void {
  if (!URL.canParse(address) || !origins.includes(new URL(address).origin)) {
    throw new AppError('RETURN_ADDRESS_INVALID');
  }
}
