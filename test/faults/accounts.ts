/** The accounts of the platforms, and whose a request is. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Sandbox, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Answer, Traffic } from './platform-proxy.js';
import type { PlatformRequest } from './publishing-requests.js';

export type Accounts = Pick<Traffic, 'accountOf' | 'learn'> & {
  create(platform: SandboxPlatform): SandboxAccount;
};

export function makeAccounts(sandbox: Sandbox): Accounts {
  /** What shows whose a request is: tokens, ids, and addresses that a platform has given out. */
  const owners = new Map<string, string>();
  return {
    create(platform) {
      const account = sandbox.createAccount(platform);
      for (const mark of [account.accountId, ...Object.values(account.credentials)])
        owners.set(mark, account.accountId);
      return account;
    },
    accountOf(platform, request, headers) {
      for (const mark of marksOf(platform, request, headers)) {
        const owner = owners.get(mark);
        if (owner !== undefined) return owner;
      }
      return null;
    },
    learn(accountId, { headers, body }: Answer) {
      const given = [String(headers.location ?? ''), ...(/"upload_?url":"([^"]+)"/i.exec(body)?.slice(1) ?? [])];
      for (const address of given) {
        if (URL.canParse(address)) owners.set(pathOf(address), accountId);
      }
    },
  };
}

/** Without the platform before it. */
const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname.replace(/^\/\w+/, '') + search;
};

function marksOf(platform: SandboxPlatform, { path, body }: PlatformRequest, headers: IncomingHttpHeaders): string[] {
  const token = headers.authorization?.replace(/^\w+ /, '') ?? '';
  const known = [token, path];
  if (platform === 'messenger') return [/^\/bot([^/]+)\//.exec(path)?.[1] ?? ''];
  if (platform !== 'skyfeed') return known;
  // A session's token says whose it is; a login says it in its body, a lookup in its query.
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const subject = /"sub":"([^"]+)"/.exec(payload)?.[1] ?? '';
  const identifier = /"identifier":"([^"]+)"/.exec(body)?.[1] ?? '';
  return [subject, identifier, ...known];
}
