import { randomBytes, randomInt } from 'node:crypto';
import type { SandboxAccount, SandboxPlatform } from './types.js';

/** The part of an account that does not depend on where the sandbox listens. */
export type AccountCore = Omit<SandboxAccount, 'baseUrl' | 'profileUrl'>;

/** The demo accounts: constant, so that a configuration written once stays valid. */
export const demoAccounts: readonly AccountCore[] = [
  {
    platform: 'fediverse',
    accountId: '110000000000000001',
    username: 'demo',
    displayName: 'Demo on fediverse',
    credentials: { accessToken: 'demo-fediverse-access-token-000000000000001' },
  },
  {
    platform: 'skyfeed',
    accountId: 'did:plc:demoskyfeedaccountaaaaaa',
    username: 'demo.skyfeed.test',
    displayName: 'Demo on skyfeed',
    credentials: { identifier: 'demo.skyfeed.test', appPassword: 'demo-demo-demo-demo' },
  },
  {
    platform: 'messenger',
    accountId: '-1001234567890',
    username: 'demo_channel',
    displayName: 'Demo on messenger',
    credentials: { botToken: '123456789:AADemoMessengerBotTokenForTheSandbo', chatId: '-1001234567890' },
  },
];

const base32Letters = 'abcdefghijklmnopqrstuvwxyz234567';

const pick = (letters: string, count: number): string =>
  Array.from(randomBytes(count), (byte) => letters[byte % letters.length]).join('');

const digits = (count: number): string => String(randomInt(1, 10)) + pick('0123456789', count - 1);

/** Makes an account in the platform's own forms of ids and secrets. */
export function randomAccount(platform: SandboxPlatform): AccountCore {
  const name = `user${pick('abcdefghijklmnopqrstuvwxyz', 8)}`;
  const displayName = `${name.charAt(0).toUpperCase()}${name.slice(1)} on ${platform}`;
  if (platform === 'fediverse') {
    const accessToken = randomBytes(32).toString('base64url');
    return { platform, accountId: `11${digits(16)}`, username: name, displayName, credentials: { accessToken } };
  }
  if (platform === 'skyfeed') {
    const identifier = `${name}.skyfeed.test`;
    const appPassword = [4, 4, 4, 4].map((count) => pick(base32Letters, count)).join('-');
    const accountId = `did:plc:${pick(base32Letters, 24)}`;
    return { platform, accountId, username: identifier, displayName, credentials: { identifier, appPassword } };
  }
  const chatId = `-100${digits(10)}`;
  const botToken = `${digits(9)}:AA${randomBytes(24).toString('base64url')}A`;
  return { platform, accountId: chatId, username: `${name}_channel`, displayName, credentials: { botToken, chatId } };
}

const profilePath: Record<SandboxPlatform, (username: string) => string> = {
  fediverse: (username) => `/@${username}`,
  skyfeed: (handle) => `/profile/${handle}`,
  messenger: (channel) => `/${channel}`,
};

/** The account as a client of the sandbox at `url` sees it. */
export function presentAccount(account: AccountCore, url: string): SandboxAccount {
  const baseUrl = `${url}/${account.platform}`;
  return { ...account, baseUrl, profileUrl: baseUrl + profilePath[account.platform](account.username) };
}

/** What a client shows to say which account it is: a token, a handle, or a bot's token. */
export function loginName(account: AccountCore): string {
  const { accessToken, identifier, botToken } = account.credentials;
  return accessToken ?? identifier ?? botToken ?? account.accountId;
}
