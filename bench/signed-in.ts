import type { SandboxAccount } from '../sandbox/types.js';
import { makeHttp } from '../src/foundation/http-client/http.js';
import { NO_SETUP } from '../src/platforms/platform-directory.js';
import { findPlatform } from '../src/platforms/registry.js';

/**
 * Adds to accounts the sessions that their platforms require. All users of a bench connect the same accounts: if each
 * connection signed in separately, it would exceed the platform's limit of logins per account.
 */
export async function signedIn(accounts: readonly SandboxAccount[]): Promise<SandboxAccount[]> {
  const { http, close } = makeHttp({ timeoutMs: 20_000 });
  try {
    return await Promise.all(
      accounts.map(async (account) => {
        const session = await findPlatform(account.platform)?.session?.(http, NO_SETUP).refresh(account);
        if (!session) return account;
        if (session.kind !== 'refreshed') throw new Error(`${account.platform}: ${JSON.stringify(session)}`);
        return { ...account, credentials: session.credentials };
      }),
    );
  } finally {
    await close();
  }
}
