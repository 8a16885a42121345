import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import type { Call, SandboxContext } from '../exchange.js';
import type { Grant } from '../grants.js';
import type { Params } from '../graph/call.js';
import { list } from '../graph/fields.js';
import { refuse } from '../graph/wire.js';

/** A page as the platform returns it. */
export const pageEntity = ({ present, numbers }: SandboxContext, account: AccountCore) => {
  const { displayName, profileUrl } = present(account);
  const { followers } = numbers.ofAccount(account);
  const counts = { followers_count: followers, fan_count: followers };
  return { id: account.accountId, name: displayName, username: account.username, link: profileUrl, ...counts };
};

/** Refuses the token of a person where only that of a page will do. */
export function checkPageToken({ holder }: Grant): void {
  if (holder === 'person') throw refuse({ code: 210, message: '(#210) A page access token is required' });
}

/** The pages of a person, with their tokens: these have no end when the person's is a lasting one. */
export function accountsOf(context: SandboxContext, grant: Grant, params: Params, req: Request): Call['run'] {
  const { holder, accounts, issuedAt, expiresAt } = grant;
  if (holder === 'account') throw refuse({ code: 100, message: '(#100) Tried accessing nonexisting field (accounts)' });
  const isLasting = expiresAt === null || expiresAt - issuedAt > 86_400_000;
  const expiresInSeconds = isLasting ? null : Math.max(1, Math.floor((expiresAt - Date.now()) / 1000));
  return () => {
    const pages = accounts.map((account) => {
      const about = { ...grant, account, accounts: [account], holder: 'account', expiresInSeconds } as const;
      const { accessToken } = context.grants.issue({ ...about, hasRefreshToken: false, refreshToken: undefined });
      return { ...pageEntity(context, account), access_token: accessToken, tasks: ['CREATE_CONTENT', 'MANAGE'] };
    });
    return list(pages, params, `${context.url}/socialpage${req.path}`);
  };
}
