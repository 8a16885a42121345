import type { AccountCore, AccountForms, NewAccount } from './account.js';
import { randomName } from './random.js';
import { type AccountOwner, type SandboxAccount, type SandboxPlatform, sandboxPlatforms } from './types.js';

const named = (platform: SandboxPlatform, owner: string, account: NewAccount): AccountCore => ({
  platform,
  displayName: `${owner} on ${platform}`,
  ...account,
});

/** The accounts of all platforms, in each one's own forms. */
export interface Accounts {
  /** One for each platform. */
  demo: readonly AccountCore[];
  /** Makes an account in the platform's own forms of ids and secrets. */
  make(platform: SandboxPlatform, owner?: AccountOwner): AccountCore;
  /** The account as a client of the sandbox at `url` sees it. */
  present(account: AccountCore, url: string): SandboxAccount;
}

export const makeAccounts = (fakePlatforms: Readonly<Record<SandboxPlatform, AccountForms>>): Accounts => ({
  demo: sandboxPlatforms.map((platform) => named(platform, 'Demo', fakePlatforms[platform].demo)),
  make(platform, given) {
    if (given) {
      const { name, displayName } = given;
      return { platform, displayName, ...fakePlatforms[platform].newAccount(name) };
    }
    const name = randomName();
    const owner = name.charAt(0).toUpperCase() + name.slice(1);
    return named(platform, owner, fakePlatforms[platform].newAccount(name));
  },
  present(account, url) {
    const { platform, username } = account;
    const baseUrl = `${url}/${platform}`;
    return {
      ...account,
      baseUrl,
      profileUrl: baseUrl + fakePlatforms[platform].profilePath(username),
      profileImageUrl: `${baseUrl}/avatars/${username}.jpg`,
    };
  },
});

/** Identifies the account in a client's credentials: a token, a handle, or a bot's token. */
export function loginName(account: AccountCore): string {
  const { accessToken, identifier, botToken } = account.credentials;
  return accessToken ?? identifier ?? botToken ?? account.accountId;
}
