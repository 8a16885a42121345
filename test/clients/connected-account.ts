import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import type { TestDatabase } from '../support/database.js';

export const PLATFORM_ID = 'microblog-1';

/** An account with a target; nothing is published there. */
export async function createConnectedAccount(db: TestDatabase): Promise<TestAccount> {
  const account = await createAccount(db);
  const names = { username: 'ann', displayName: 'Ann' };
  const target = { platform: 'microblog', accountId: '1', ...names, baseUrl: null, credentials: {} };
  await account.connect(target as unknown as SandboxAccount);
  return account;
}
