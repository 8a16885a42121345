/** How the accounts of each platform are connected. */
import { type CredentialField, PLATFORM_KEYS, type PlatformKey } from '../../platforms/port/platform.js';

/** With credential fields, with a login at the platform, or both; null if not supported. */
export interface Connectable {
  platform: PlatformKey;
  typed: { fields: readonly CredentialField[] } | null;
  login: { fields: readonly CredentialField[]; isConfigured: boolean } | null;
}

/** The platforms whose accounts can be connected. */
export const connectablePlatforms = (
  find: (key: PlatformKey) => { connector: Connectable['typed']; authorization: Connectable['login'] } | undefined,
): Connectable[] =>
  PLATFORM_KEYS.flatMap((platform) => {
    const { connector: typed = null, authorization: login = null } = find(platform) ?? {};
    return typed || login ? [{ platform, typed, login }] : [];
  });
