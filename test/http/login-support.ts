import { type Sandbox, type SandboxAccount, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import type { PlanKey } from '../../src/domain/plans/plans.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { platforms } from '../../src/platforms/registry.js';
import { createAccount, ENCRYPTION_KEY, type TestAccount } from '../support/account.js';
import { Browser, type Shown } from '../support/browser.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, type ServiceOptions, startService } from '../support/service.js';

/** The platforms that accounts are connected to with a login. New ones are tested without a change here. */
export const LOGINS = [...platforms.values()].flatMap(({ key, authorization }) =>
  authorization ? [key as SandboxPlatform] : [],
);

/** Somebody with an account of the service, at their browser. */
export interface Person {
  account: TestAccount;
  headers: { cookie: string };
  browser: Browser;
}

export interface Stored {
  platformId: string;
  username: string;
  baseUrl: string | null;
  accessTokenExpiresAt: Date | null;
  renewAt: Date | null;
  revokedAt: Date | null;
  credentials: Record<string, string>;
}

/** A service whose operator has an app with every platform of a sandbox. */
export class LoginWorld {
  private constructor(
    readonly db: TestDatabase,
    readonly sandbox: Sandbox,
    readonly service: Service,
  ) {}

  static async open(env: Record<string, string> = {}, roles?: ServiceOptions['roles']): Promise<LoginWorld> {
    const db = await createTestDatabase();
    const sandbox = await startSandbox({ port: 0 });
    const service = await startService({ db, roles, env: { ...configuration(sandbox), ...env } });
    return new LoginWorld(db, sandbox, service);
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.sandbox.close();
    await this.db.drop();
  }

  async newPerson({ plan = 'premium' as PlanKey, workspaceAccess = false } = {}): Promise<Person> {
    const account = await createAccount(this.db, { plan, workspaceAccess });
    const headers = await account.session();
    return { account, headers, browser: new Browser(headers) };
  }

  /** Opens the address that starts a login; ends at the platform's page. */
  begin(
    { browser }: Pick<Person, 'browser'>,
    key: SandboxPlatform,
    query: Record<string, string> = {},
  ): Promise<Shown> {
    const instance: Record<string, string> = key === 'fediverse' ? { instance: this.sandbox.baseUrls.fediverse } : {};
    return browser.open(`${this.service.url}/auth/${key}/start?${new URLSearchParams({ ...instance, ...query })}`);
  }

  /** Presses Allow on the platform's page; ends at a page of the service. */
  allow({ browser }: Pick<Person, 'browser'>, page: Shown, accounts: readonly SandboxAccount[]): Promise<Shown> {
    const account = accounts.map(({ accountId }) => accountId);
    return browser.send(page, page.forms[0], { account, decision: 'allow' });
  }

  async login(person: Pick<Person, 'browser'>, key: SandboxPlatform, ...accounts: SandboxAccount[]): Promise<Shown> {
    return this.allow(person, await this.begin(person, key), accounts);
  }

  /** Presses Allow, and stops where the platform leads to: the address of the service with the code. */
  async allowed({ browser }: Pick<Person, 'browser'>, page: Shown, account: SandboxAccount): Promise<string> {
    const form = new URLSearchParams({ account: account.accountId, decision: 'allow' });
    const answer = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' });
    browser.visited.push(page.url);
    return answer.headers.get('location') ?? '';
  }

  async connections(userId: string): Promise<Stored[]> {
    const cipher = makeCredentialCipher([ENCRYPTION_KEY]);
    const rows = await this.db.query<Omit<Stored, 'credentials'> & { id: string; secret: string }>(
      `SELECT id, platform_id AS "platformId", username, base_url AS "baseUrl", renew_at AS "renewAt",
              access_token_expires_at AS "accessTokenExpiresAt", revoked_at AS "revokedAt", credentials AS secret
         FROM connections WHERE user_id = $1 ORDER BY created_at, id`,
      [userId],
    );
    return rows.map(({ id, secret, ...row }) => ({ ...row, credentials: cipher.decrypt(secret, id) }));
  }
}

/** What an operator says of the sandbox's platforms. */
export const configuration = (sandbox: Sandbox): Record<string, string> =>
  Object.fromEntries(
    LOGINS.filter((key) => key !== 'fediverse').flatMap((key) => [
      [`${key.toUpperCase()}_BASE_URL`, sandbox.baseUrls[key]],
      [`${key.toUpperCase()}_CLIENT_ID`, sandbox.clients[key].id],
      [`${key.toUpperCase()}_CLIENT_SECRET`, sandbox.clients[key].secret],
    ]),
  );

/** A page without its styles: its text, and its forms. */
export const textOf = ({ text }: Shown): string =>
  text
    .replace(/<(head|style)>.*<\/\1>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/\s+/g, ' ')
    .trim();

/** That a page of the service says this, and why. */
export function expectText(shown: Shown, status: number, message: string | RegExp): void {
  expect({ status: shown.status, said: textOf(shown) }).toEqual({ status, said: expect.stringMatching(message) });
  expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': expect.any(String) });
}
