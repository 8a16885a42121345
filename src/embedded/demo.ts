import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import {
  findKeyByPrefix,
  findUserByEmail,
  insertApiKey,
  insertUser,
  type NewUser,
} from '../access/access.repository.js';
import { apiKeyMatches, apiKeyPrefix, generateApiKey } from '../access/api-key.js';
import { ConnectionEntity } from '../connections/connection.entity.js';
import { saveConnection } from '../connections/connection.repository.js';
import type { CredentialCipher } from '../connections/credential-cipher.js';
import { toPlatformId } from '../connections/platform-id.js';
import { newId } from '../database/id.js';
import type { Db } from '../database/unit-of-work.js';

/** What scripts read from `demo.json` in the data folder. */
export interface DemoFacts {
  baseUrl: string;
  graphqlUrl: string;
  graphqlWsUrl: string;
  sandboxUrl: string;
  apiKey: string;
  /** Platform ids of the demo account's connections. */
  connections: string[];
}

const DEMO_EMAIL = 'demo@example.com';

/**
 * The demo account: Premium, with MCP and workspace access, and a connection on every platform that has a sandbox. It
 * is there after every start; its API key is the one in demo.json, or a new one when that is gone.
 */
export async function seedDemo(
  { db, cipher }: { db: Db; cipher: CredentialCipher },
  sandbox: Sandbox,
  dataDir: string,
): Promise<{ apiKey: string; connections: string[] }> {
  const now = new Date();
  const user = (await findUserByEmail(db, DEMO_EMAIL)) ?? (await insertDemoUser(db, now));
  const connections: string[] = [];
  for (const account of sandbox.accounts) connections.push(await connect(db, cipher, user.id, account, now));
  return { apiKey: await demoKey(db, user.id, dataDir, now), connections };
}

/** Writes demo.json; only the owner of the data folder can read it. */
export const writeDemoFacts = (dataDir: string, facts: DemoFacts): Promise<void> =>
  writeFile(path.join(dataDir, 'demo.json'), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });

async function insertDemoUser(db: Db, createdAt: Date): Promise<NewUser> {
  const user: NewUser = {
    id: newId(createdAt),
    email: DEMO_EMAIL,
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
  const { platform, accountId, username, displayName, profileUrl, baseUrl } = account;
  const platformId = toPlatformId(platform, accountId);
  const existing = await db.findOneBy(ConnectionEntity, { userId, platformId });
  if (existing) {
    await db.update(ConnectionEntity, existing.id, { baseUrl });
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
    profileImageUrl: null,
    baseUrl,
    credentials: cipher.encrypt(account.credentials, id),
    accessTokenExpiresAt: null,
    revokedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  return platformId;
}

async function demoKey(db: Db, userId: string, dataDir: string, now: Date): Promise<string> {
  const kept = await keptKey(dataDir);
  const prefix = kept === undefined ? undefined : apiKeyPrefix(kept);
  const found = prefix === undefined ? undefined : await findKeyByPrefix(db, prefix);
  if (kept !== undefined && found && found.key.revokedAt === null && apiKeyMatches(kept, found.key.hash)) return kept;
  const { rawKey, ...stored } = generateApiKey(now);
  const id = newId(now);
  const flags = { mcpAccess: true, workspaceAccess: true };
  await insertApiKey(db, { id, userId, name: 'Demo', ...stored, ...flags, createdAt: now });
  return rawKey;
}

async function keptKey(dataDir: string): Promise<string | undefined> {
  try {
    const facts: unknown = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
    const { apiKey } = facts as Partial<DemoFacts>;
    return typeof apiKey === 'string' ? apiKey : undefined;
  } catch {
    return undefined;
  }
}
