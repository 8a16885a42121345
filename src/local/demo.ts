import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { ConnectionEntity } from '../domain/accounts/connection.entity.js';
import { saveConnection } from '../domain/accounts/connection.repository.js';
import { toPlatformId } from '../domain/accounts/platform-id.js';
import { apiKeyMatches, apiKeyPrefix, generateApiKey } from '../domain/identity/access/api-key.js';
import { insertApiKey } from '../domain/identity/access/api-key.repository.js';
import { findKeyByPrefix } from '../domain/identity/access/caller.repository.js';
import { ALL_SCOPES } from '../domain/identity/access/scope.js';
import { hashPassword, passwordMatches } from '../domain/identity/account/password.js';
import { findUserByEmail, insertUser, type NewUser, updateUser } from '../domain/identity/account/user.repository.js';
import type { CredentialCipher } from '../foundation/crypto/credential-cipher.js';
import { newId } from '../foundation/database/id.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { platformRules } from '../platforms/rules-registry.js';

/** What scripts read from `demo.json` in the data folder. */
export interface DemoFacts {
  baseUrl: string;
  graphqlUrl: string;
  graphqlWsUrl: string;
  sandboxUrl: string;
  apiKey: string;
  /** What the demo account signs in with. */
  email: string;
  password: string;
  /** Platform ids of the demo account's connections. */
  connections: string[];
  /** Those of them that publish text alone; the others require an image or a video. */
  textConnections: string[];
}

/** The part of the facts that seeding makes. */
export type DemoAccount = Pick<DemoFacts, 'apiKey' | 'email' | 'password' | 'connections' | 'textConnections'>;

const DEMO_EMAIL = 'demo@example.com';

const keptSchema = z.object({ apiKey: z.string().optional(), password: z.string().optional() });

/**
 * The demo account: Premium, with MCP and workspace access, and a connection on every platform that has a sandbox. It
 * exists after every start; its API key and password are those in demo.json, or new ones if that is missing.
 */
export async function seedDemo(
  { db, cipher }: { db: Db; cipher: CredentialCipher },
  sandbox: Sandbox,
  dataDir: string,
): Promise<DemoAccount> {
  const now = new Date();
  const user = (await findUserByEmail(db, DEMO_EMAIL)) ?? (await insertDemoUser(db, now));
  const connections: string[] = [];
  const textConnections: string[] = [];
  for (const account of sandbox.accounts) {
    const platformId = await connect(db, cipher, user.id, account, now);
    connections.push(platformId);
    if (platformRules[account.platform].media.requires === null) textConnections.push(platformId);
  }
  const kept = await keptFacts(dataDir);
  const apiKey = await demoKey(db, user.id, kept.apiKey, now);
  const password = await demoPassword(db, user, kept.password);
  return { apiKey, email: DEMO_EMAIL, password, connections, textConnections };
}

/** Writes demo.json; only the owner of the data folder can read it. */
export const writeDemoFacts = (dataDir: string, facts: DemoFacts): Promise<void> =>
  writeFile(path.join(dataDir, 'demo.json'), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });

async function insertDemoUser(db: Db, createdAt: Date): Promise<NewUser> {
  const user: NewUser = {
    id: newId(createdAt),
    email: DEMO_EMAIL,
    emailConfirmedAt: createdAt,
    displayName: 'Demo',
    plan: 'premium',
    mcpAccess: true,
    workspaceAccess: true,
    createdAt,
  };
  await insertUser(db, user);
  return user;
}

/** The sandbox may have moved to another port since the last start, so the address is stored every time. */
async function connect(db: Db, cipher: CredentialCipher, userId: string, account: SandboxAccount, now: Date) {
  const { platform, accountId, username, displayName, profileUrl, profileImageUrl, baseUrl } = account;
  const platformId = toPlatformId(platform, accountId);
  const existing = await db.findOneBy(ConnectionEntity, { userId, platformId });
  if (existing) {
    await db.update(ConnectionEntity, existing.id, { baseUrl, profileImageUrl });
    return platformId;
  }
  const id = newId(now);
  await saveConnection(db, {
    id,
    userId,
    platform,
    accountId,
    platformId,
    username,
    displayName,
    profileUrl,
    profileImageUrl,
    baseUrl,
    credentials: cipher.encrypt(account.credentials, id),
    accessTokenExpiresAt: null,
    renewAt: null,
    renewalRefusedAt: null,
    revokedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  return platformId;
}

async function demoKey(db: Db, userId: string, kept: string | undefined, now: Date): Promise<string> {
  const prefix = kept === undefined ? undefined : apiKeyPrefix(kept);
  const found = prefix === undefined ? undefined : await findKeyByPrefix(db, prefix);
  if (kept !== undefined && found && found.key.revokedAt === null && apiKeyMatches(kept, found.key.hash)) return kept;
  const { rawKey, ...stored } = generateApiKey(now);
  const id = newId(now);
  await insertApiKey(db, { id, userId, name: 'Demo', ...stored, scopes: [...ALL_SCOPES], createdAt: now });
  return rawKey;
}

async function demoPassword(db: Db, user: NewUser, kept: string | undefined): Promise<string> {
  if (kept !== undefined && (await passwordMatches(kept, user.passwordHash ?? null))) return kept;
  const password = randomBytes(12).toString('base64url');
  await updateUser(db, { id: user.id }, { passwordHash: await hashPassword(password) });
  return password;
}

/** The secrets in demo.json; none when it is gone or cannot be read. */
async function keptFacts(dataDir: string): Promise<{ apiKey?: string; password?: string }> {
  try {
    return keptSchema.parse(JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')));
  } catch {
    return {};
  }
}
