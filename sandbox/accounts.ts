import type { AccountCore, NewAccount } from './fake-platform.js';
import { fakePlatforms } from './fake-platforms.js';
import { randomName } from './random.js';
import { type SandboxAccount, type SandboxPlatform, sandboxPlatforms } from './types.js';

const named = (platform: SandboxPlatform, owner: string, account: NewAccount): AccountCore => ({
  platform,
  displayName: `${owner} on ${platform}`,
  ...account,
});

/** The demo accounts, one for each platform. */
export const demoAccounts: readonly AccountCore[] = sandboxPlatforms.map((platform) =>
  named(platform, 'Demo', fakePlatforms[platform].demo),
);

/** Makes an account in the platform's own forms of ids and secrets. */
export function randomAccount(platform: SandboxPlatform): AccountCore {
  const name = randomName();
  const owner = name.charAt(0).toUpperCase() + name.slice(1);
  return named(platform, owner, fakePlatforms[platform].newAccount(name));
}

/** The account as a client of the sandbox at `url` sees it. */
export function presentAccount(account: AccountCore, url: string): SandboxAccount {
  const { platform, username } = account;
  const baseUrl = `${url}/${platform}`;
  return { ...account, baseUrl, profileUrl: baseUrl + fakePlatforms[platform].profilePath(username) };
}

/** What a client shows to say which account it is: a token, a handle, or a bot's token. */
export function loginName(account: AccountCore): string {
  const { accessToken, identifier, botToken } = account.credentials;
  return accessToken ?? identifier ?? botToken ?? account.accountId;
}
