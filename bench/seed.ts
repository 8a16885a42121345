import pg from 'pg';
import type { SandboxAccount, SandboxPlatform } from '../sandbox/sandbox.js';
import { makeDataSource } from '../src/compose/data-source.js';
import { migrate } from '../src/compose/migrate.js';
import { saveConnection } from '../src/domain/accounts/connection.repository.js';
import { toPlatformId } from '../src/domain/accounts/platform-id.js';
import { generateApiKey } from '../src/domain/identity/access/api-key.js';
import { insertApiKey } from '../src/domain/identity/access/api-key.repository.js';
import { DEFAULT_SCOPES } from '../src/domain/identity/access/scope.js';
import { storeAccount } from '../src/domain/identity/people/store-account.step.js';
import { makeCredentialCipher } from '../src/foundation/crypto/credential-cipher.js';
import { newId } from '../src/foundation/database/id.js';
import type { Db } from '../src/foundation/database/unit-of-work.js';
import { ENCRYPTION_KEY } from './child.js';

/** An account with an API key. */
export interface Person {
  userId: string;
  apiKey: string;
}

/** Of the platforms that publish a text in one request, so that the floor does too; the same in every measurement. */
export const MEASURED_PLATFORMS = ['fediverse', 'skyfeed', 'messenger'] as const satisfies SandboxPlatform[];

/** A migrated database with people who have connected the same accounts. */
export interface Seeded {
  databaseUrl: string;
  people: Person[];
  targets: Record<SandboxPlatform, string>;
}

/**
 * Creates a database beside the one at `server`. A plan limits the posts of each user, so many posts need many users.
 */
export const seedDatabase = async (
  server: string,
  name: string,
  accounts: SandboxAccount[],
  count: number,
): Promise<Seeded> => seedPeople(await createDatabase(server, name), accounts, count);

/** Makes an empty database beside the one at `server`; its address. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Migrates a database, where that is not done, and adds the people. */
export async function seedPeople(databaseUrl: string, accounts: SandboxAccount[], count: number): Promise<Seeded> {
  const dataSource = await makeDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  try {
    await migrate(dataSource, databaseUrl);
    const people: Person[] = [];
    for (let number = 0; number < count; number += 1)
      people.push(await insertPerson(dataSource.manager, number, accounts));
    const targets = Object.fromEntries(
      accounts.map((one) => [one.platform, toPlatformId(one.platform, one.accountId)]),
    );
    return { databaseUrl, people, targets: targets as Seeded['targets'] };
  } finally {
    await dataSource.destroy();
  }
}

const cipher = makeCredentialCipher([ENCRYPTION_KEY]);

async function insertPerson(db: Db, number: number, accounts: SandboxAccount[]): Promise<Person> {
  const now = new Date();
  const userId = newId(now);
  const { rawKey, ...stored } = generateApiKey(now);
  const person = { email: `bench${number}@example.com`, displayName: 'Bench', plan: 'premium' } as const;
  const access = { mcpAccess: false, workspaceAccess: false };
  const login = { personId: newId(now), passwordHash: null };
  await storeAccount(db, { id: userId, ...person, ...access, ...login, emailConfirmedAt: now, createdAt: now });
  const key = { id: newId(now), userId, name: 'Bench', ...stored, scopes: [...DEFAULT_SCOPES] };
  await insertApiKey(db, { ...key, createdAt: now });
  for (const { platform, accountId, username, displayName, profileUrl, baseUrl, credentials } of accounts) {
    const id = newId(now);
    await saveConnection(db, {
      id,
      userId,
      platform,
      accountId,
      platformId: toPlatformId(platform, accountId),
      username,
      displayName,
      profileUrl,
      profileImageUrl: null,
      baseUrl,
      credentials: cipher.encrypt(credentials, id),
      accessTokenExpiresAt: null,
      renewAt: null,
      renewalRefusedAt: null,
      revokedAt: null,
      createdAt: now,
      updatedAt: now,
    });
  }
  return { userId, apiKey: rawKey };
}

/** Gives a person drafts with a text, each for all of these targets; the ids of the drafts. */
export async function seedDrafts(
  databaseUrl: string,
  { userId }: Person,
  draft: { count: number; content: string; targets: readonly string[] },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ids = Array.from({ length: draft.count }, () => newId());
    await client.query(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
       SELECT id, $2, $3, 'draft', 'pending', '{}', now(), now() FROM unnest($1::text[]) AS id`,
      [ids, userId, draft.content],
    );
    const targets = draft.targets.map((platformId) => ({ platformId, platform: platformId.split('-')[0] }));
    for (const groupId of ids) {
      await client.query(
        `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status,
                                     generation, created_at, updated_at)
         SELECT id, $2, $3, place, target->>'platform', place, target->>'platformId', 'draft', 0, now(), now()
           FROM unnest($1::text[]) WITH ORDINALITY AS post(id, place)
           JOIN jsonb_array_elements($4::jsonb) WITH ORDINALITY AS t(target, place) USING (place)`,
        [targets.map(() => newId()), groupId, userId, JSON.stringify(targets)],
      );
    }
    return ids;
  } finally {
    await client.end();
  }
}

/** The headers of one person after the other, over and over. */
export function headersInTurn(people: readonly Person[]): () => Record<string, string> {
  let turn = 0;
  return () => {
    const person = people[turn % people.length];
    turn += 1;
    return { 'x-api-key': person?.apiKey ?? '' };
  };
}
