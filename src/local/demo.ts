import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { ConnectionEntity } from '../domain/accounts/connection.entity.js';
import { type Connection, saveConnection } from '../domain/accounts/connection.repository.js';
import { toPlatformId } from '../domain/accounts/platform-id.js';
import { apiKeyMatches, apiKeyPrefix, generateApiKey } from '../domain/identity/access/api-key.js';
import { insertApiKey } from '../domain/identity/access/api-key.repository.js';
import { findKeyByPrefix } from '../domain/identity/access/caller.repository.js';
import { ALL_SCOPES } from '../domain/identity/access/scope.js';
import { hashPassword, passwordMatches } from '../domain/identity/account/password.js';
import { findUser, type NewUser } from '../domain/identity/account/user.repository.js';
import { mainAccountOf } from '../domain/identity/people/membership.repository.js';
import { findPersonByEmail, updatePerson } from '../domain/identity/people/person.repository.js';
import { storeAccount } from '../domain/identity/people/store-account.step.js';
import { newId } from '../foundation/database/id.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { platformRules } from '../platforms/rules-registry.js';
import { addDemoData, DEMO_AGE_MS, DEMO_NAME, type DemoDataNeeds } from './demo-data.js';

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

export interface DemoNeeds extends Omit<DemoDataNeeds, 'db'> {
  db: Db;
  transaction: Transaction;
  dataDir: string;
  /** Whether a new demo account gets posts. */
  hasData: boolean;
}

/**
 * The demo account: Premium, with MCP and workspace access, and a connection on every platform that has a sandbox. It
 * exists after every start; its API key and password are those in demo.json, or new ones if that is missing. Its posts
 * are created together with it.
 */
export async function seedDemo(needs: DemoNeeds): Promise<DemoAccount> {
  const { db, sandbox, dataDir } = needs;
  const now = new Date();
  const known = await findDemo(db);
  const user = known ?? (await needs.transaction((tx) => createDemo({ ...needs, db: tx }, now)));
  if (known) for (const account of sandbox.accounts) await connect(needs, user.id, account, now);
  const connections = sandbox.accounts.map(({ platform, accountId }) => toPlatformId(platform, accountId));
  const textConnections = sandbox.accounts.flatMap(({ platform }, index) =>
    platformRules[platform].media.requires === null ? (connections[index] ?? []) : [],
  );
  const kept = await keptFacts(dataDir);
  const apiKey = await demoKey(db, user.id, kept.apiKey, now);
  const password = await demoPassword(db, kept.password);
  return { apiKey, email: DEMO_EMAIL, password, connections, textConnections };
}

/** Writes demo.json; only the owner of the data folder can read it. */
export const writeDemoFacts = (dataDir: string, facts: DemoFacts): Promise<void> =>
  writeFile(path.join(dataDir, 'demo.json'), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });

async function createDemo(needs: DemoNeeds, now: Date): Promise<NewUser> {
  const { hasData, sandbox } = needs;
  const createdAt = hasData ? new Date(now.getTime() - DEMO_AGE_MS) : now;
  const personId = newId(createdAt);
  const user = await insertDemoUser(needs.db, { displayName: hasData ? DEMO_NAME : 'Demo', personId, createdAt });
  const connections: Connection[] = [];
  for (const demo of sandbox.accounts) {
    const account = hasData ? sandbox.renameAccount(demo.platform, demo.accountId, DEMO_NAME) : demo;
    connections.push(await connect(needs, user.id, account, createdAt));
  }
  if (hasData) await addDemoData(needs, { ...user, personId }, connections, now);
  return user;
}

async function insertDemoUser(
  db: Db,
  { displayName, personId, createdAt }: { displayName: string; personId: string; createdAt: Date },
): Promise<NewUser> {
  const user: NewUser = {
    id: newId(createdAt),
    email: DEMO_EMAIL,
    emailConfirmedAt: createdAt,
    displayName,
    plan: 'premium',
    mcpAccess: true,
    workspaceAccess: true,
    createdAt,
  };
  await storeAccount(db, { ...user, personId, passwordHash: null });
  return user;
}

async function findDemo(db: Db): Promise<NewUser | null> {
  const person = await findPersonByEmail(db, DEMO_EMAIL);
  const id = person && (await mainAccountOf(db, person.id));
  return id ? findUser(db, id) : null;
}

/** The sandbox may have moved to another port since the last start, so the address is stored every time. */
async function connect(
  { db, cipher }: Pick<DemoNeeds, 'db' | 'cipher'>,
  userId: string,
  account: SandboxAccount,
  now: Date,
): Promise<Connection> {
  const { platform, accountId, username, displayName, profileUrl, profileImageUrl, baseUrl } = account;
  const platformId = toPlatformId(platform, accountId);
  const existing = await db.findOneBy(ConnectionEntity, { userId, platformId });
  if (existing) {
    await db.update(ConnectionEntity, existing.id, { baseUrl, profileImageUrl });
    return existing;
  }
  const id = newId(now);
  const connection = {
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
  };
  await saveConnection(db, { ...connection, updatedAt: now });
  return connection;
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

async function demoPassword(db: Db, kept: string | undefined): Promise<string> {
  const person = await findPersonByEmail(db, DEMO_EMAIL);
  if (kept !== undefined && (await passwordMatches(kept, person?.passwordHash ?? null))) return kept;
  const password = randomBytes(12).toString('base64url');
  await updatePerson(db, { email: DEMO_EMAIL }, { passwordHash: await hashPassword(password) });
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
