import { createHash, randomBytes } from 'node:crypto';
import type { SandboxAccount } from '../../sandbox/types.js';
import { parseTarget, toPlatformId } from '../domain/accounts/platform-id.js';
import { generateApiKey } from '../domain/identity/access/api-key.js';
import { type ApiKeyScope, DEFAULT_SCOPES } from '../domain/identity/access/scope.js';
import { generateSession } from '../domain/identity/access/session.js';
import { SESSION_COOKIE } from '../domain/identity/access/viewer.js';
import type { PlanKey } from '../domain/plans/plans.js';
import { makeCredentialCipher } from '../foundation/crypto/credential-cipher.js';
import { newId } from '../foundation/database/id.js';

/** The service's database, as a test reaches it. */
export interface Queryable {
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** The key under which every service that is tested stores credentials. It protects nothing. */
export const ENCRYPTION_KEY = createHash('sha256').update('the key of tests').digest();

export interface TestAccount {
  userId: string;
  /** Its owner. */
  personId: string;
  apiKey: string;
  /** Connects an account of the sandbox; returns its platform id. */
  connect(account: SandboxAccount): Promise<string>;
  /** A managed user of this account. */
  manage(): Promise<string>;
  /** A dashboard session: the headers that a browser sends. */
  session(): Promise<{ cookie: string }>;
  /** A further key of this account. */
  newKey(flags?: Flags & { revoked?: boolean; scopes?: readonly ApiKeyScope[] }): Promise<string>;
}

interface Flags {
  mcpAccess?: boolean;
  workspaceAccess?: boolean;
}

const scopesOf = ({ mcpAccess, workspaceAccess }: Flags): ApiKeyScope[] => [
  ...DEFAULT_SCOPES,
  ...(mcpAccess ? (['MCP'] as const) : []),
  ...(workspaceAccess ? (['WORKSPACE'] as const) : []),
];

interface Wanted extends Flags {
  plan?: PlanKey;
  /** Platform ids of its connected accounts. */
  connected?: readonly string[];
}

/** An account with an API key; Premium, without MCP and workspace access, unless said otherwise. */
export async function createAccount(
  db: Queryable,
  { plan = 'premium', mcpAccess = false, workspaceAccess = false, connected = [] }: Wanted = {},
): Promise<TestAccount> {
  const userId = newId();
  const flags = { mcpAccess, workspaceAccess };
  await insertUser(db, userId, plan, flags, null);
  const personId = await insertOwner(db, userId);
  await connectTargets(db, userId, connected);
  const newKey: TestAccount['newKey'] = async (own = {}) => {
    const { rawKey, prefix, hash } = generateApiKey(new Date());
    await db.query(
      `INSERT INTO api_keys (id, user_id, name, prefix, hash, scopes, created_at, revoked_at)
       VALUES ($1, $2, 'Test', $3, $4, $5, now(), $6)`,
      [newId(), userId, prefix, hash, own.scopes ?? scopesOf({ ...flags, ...own }), own.revoked ? new Date() : null],
    );
    return rawKey;
  };
  return {
    userId,
    personId,
    apiKey: await newKey(),
    newKey,
    async session() {
      const { token, tokenHash, expiresAt } = generateSession(new Date());
      await db.query(
        `INSERT INTO sessions (id, token_hash, person_id, user_id, created_at, last_used_at, expires_at)
         VALUES ($1, $2, $3, $4, now(), now(), $5)`,
        [newId(), tokenHash, personId, userId, expiresAt],
      );
      return { cookie: `${SESSION_COOKIE}=${token}` };
    },
    async manage() {
      const id = newId();
      await insertUser(db, id, plan, {}, userId);
      return id;
    },
    connect: (account) => connect(db, userId, account),
  };
}

async function insertUser(db: Queryable, id: string, plan: PlanKey, flags: Flags, managedBy: string | null) {
  await db.query(
    `INSERT INTO users (id, email, email_confirmed_at, display_name, plan, mcp_access, workspace_access, managed_by_id,
                        created_at)
     VALUES ($1, $2, CASE WHEN $6::text IS NULL THEN now() END, 'Test', $3, $4, $5, $6, now())`,
    [
      id,
      `${randomBytes(8).toString('hex')}@example.com`,
      plan,
      flags.mcpAccess ?? false,
      flags.workspaceAccess ?? false,
      managedBy,
    ],
  );
}

/** The person who signs in to an account and owns it. */
async function insertOwner(db: Queryable, userId: string): Promise<string> {
  const personId = newId();
  await db.query(
    `INSERT INTO people (id, email, email_confirmed_at, name, created_at)
     SELECT $1, email, email_confirmed_at, display_name, created_at FROM users WHERE id = $2`,
    [personId, userId],
  );
  await db.query(`INSERT INTO memberships (person_id, user_id, role, created_at) VALUES ($1, $2, 'OWNER', now())`, [
    personId,
    userId,
  ]);
  return personId;
}

/** Connects accounts of these platform ids; nothing answers at their address. */
export async function connectTargets(db: Queryable, userId: string, platformIds: readonly string[]): Promise<void> {
  const names = { username: 'test', displayName: 'Test', baseUrl: 'http://127.0.0.1:1', credentials: {} };
  await Promise.all(platformIds.map((id) => connect(db, userId, { ...parseTarget(id), ...names })));
}

type Connectable = Pick<SandboxAccount, 'accountId' | 'username' | 'displayName' | 'baseUrl' | 'credentials'> & {
  platform: string;
};

async function connect(db: Queryable, userId: string, account: Connectable): Promise<string> {
  const id = newId();
  const platformId = toPlatformId(account.platform, account.accountId);
  const credentials = makeCredentialCipher([ENCRYPTION_KEY]).encrypt(account.credentials, id);
  await db.query(
    `INSERT INTO connections (id, user_id, platform, account_id, platform_id, username, display_name, base_url,
                              credentials, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now())`,
    [
      id,
      userId,
      account.platform,
      account.accountId,
      platformId,
      account.username,
      account.displayName,
      account.baseUrl,
      credentials,
    ],
  );
  return platformId;
}
