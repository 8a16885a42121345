import pg from 'pg';
import type { SandboxAccount, SandboxPlatform } from '../sandbox/sandbox.js';
import { insertApiKey, insertUser } from '../src/access/access.repository.js';
import { generateApiKey } from '../src/access/api-key.js';
import { saveConnection } from '../src/connections/connection.repository.js';
import { makeCredentialCipher } from '../src/connections/credential-cipher.js';
import { toPlatformId } from '../src/connections/platform-id.js';
import { makeDataSource } from '../src/database/data-source.js';
import { newId } from '../src/database/id.js';
import { migrate } from '../src/database/migrate.js';
import { ENCRYPTION_KEY } from './child.js';

/** A migrated database with one user who has connected accounts. */
export interface Seeded {
  databaseUrl: string;
  userId: string;
  apiKey: string;
  targets: Record<SandboxPlatform, string>;
}

/** Makes a database beside the one at `server`. */
export async function seedDatabase(server: string, name: string, accounts: SandboxAccount[]): Promise<Seeded> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;

  const dataSource = await makeDataSource({ url: url.href, poolSize: 2 }).initialize();
  try {
    await migrate(dataSource, url.href);
    const db = dataSource.manager;
    const now = new Date();
    const userId = newId(now);
    const { rawKey, ...stored } = generateApiKey(now);
    const access = { mcpAccess: false, workspaceAccess: false };
    const person = { email: 'bench@example.com', displayName: 'Bench', plan: 'premium' } as const;
    await insertUser(db, { id: userId, ...person, ...access, createdAt: now });
    await insertApiKey(db, {
      id: newId(now),
      userId,
      name: 'Bench',
      ...stored,
      ...access,
      createdAt: now,
    });
    const cipher = makeCredentialCipher([ENCRYPTION_KEY]);
    for (const { platform, accountId, username, displayName, baseUrl, credentials } of accounts) {
      const id = newId(now);
      await saveConnection(db, {
        id,
        userId,
        platform,
        accountId,
        platformId: toPlatformId(platform, accountId),
        username,
        displayName,
        profileUrl: null,
        profileImageUrl: null,
        baseUrl,
        credentials: cipher.encrypt(credentials, id),
        accessTokenExpiresAt: null,
        revokedAt: null,
        createdAt: now,
        updatedAt: now,
      });
    }
    const targets = Object.fromEntries(
      accounts.map((one) => [one.platform, toPlatformId(one.platform, one.accountId)]),
    );
    return { databaseUrl: url.href, userId, apiKey: rawKey, targets: targets as Seeded['targets'] };
  } finally {
    await dataSource.destroy();
  }
}
