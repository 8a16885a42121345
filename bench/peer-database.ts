import { createHash, randomBytes } from 'node:crypto';
import type { SandboxAccount } from '../sandbox/types.js';
import { toPlatformId } from '../src/domain/accounts/platform-id.js';
import { withSession } from './database.js';
import { createDatabase, type Person, type Seeded } from './seed.js';

/** The least that keeps accounts, connections and posts; each index is there for a statement of `tools/peer`. */
const TABLES = `
  CREATE TABLE accounts (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, posts_per_month integer NOT NULL);
  CREATE TABLE api_keys (hash bytea PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE);
  CREATE TABLE connections (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    platform text NOT NULL,
    platform_id text NOT NULL,
    account jsonb NOT NULL,
    UNIQUE (account_id, platform_id)
  );
  CREATE TABLE posts (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    content text NOT NULL,
    scheduled_time timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX posts_of_account ON posts (account_id, created_at, id);
  CREATE TABLE targets (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
    connection_id bigint NOT NULL REFERENCES connections ON DELETE CASCADE,
    status text NOT NULL DEFAULT 'scheduled',
    posted_id text,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX targets_of_post ON targets (post_id);`;

/** As many as the service's plan of the bench allows to an account with three connections. */
const POSTS_PER_MONTH = 1_500;

/** A database of the peer with people who have connected the same accounts, the last one with so many posts over two years. */
export async function seedPeer(
  server: string,
  { accounts, people: count, posts }: { accounts: readonly SandboxAccount[]; people: number; posts: number },
): Promise<Seeded> {
  const databaseUrl = await createDatabase(server, 'peer');
  return withSession(databaseUrl, async (db) => {
    await db.query(TABLES);
    const people: Person[] = [];
    for (let number = 0; number < count; number += 1) {
      const apiKey = randomBytes(32).toString('base64url');
      const { rows } = await db.query('INSERT INTO accounts (posts_per_month) VALUES ($1) RETURNING id', [
        POSTS_PER_MONTH,
      ]);
      const userId: string = rows[0].id;
      await db.query('INSERT INTO api_keys VALUES ($1, $2)', [createHash('sha256').update(apiKey).digest(), userId]);
      for (const account of accounts) {
        await db.query('INSERT INTO connections (account_id, platform, platform_id, account) VALUES ($1, $2, $3, $4)', [
          userId,
          account.platform,
          toPlatformId(account.platform, account.accountId),
          account,
        ]);
      }
      people.push({ userId, apiKey });
    }
    await db.query(
      `INSERT INTO posts (account_id, content, scheduled_time, created_at, updated_at)
       SELECT $1, 'What happened on day ' || number % 1000 || ' of ' || number % 5000, at, at, at
         FROM (SELECT number, now() - (1 + 729 * (1 - number / $2::float)) * interval '1 day' AS at
                 FROM generate_series(1, $2::int) AS number) p`,
      [people.at(-1)?.userId, posts],
    );
    await db.query(
      `INSERT INTO targets (post_id, connection_id, status, posted_id, updated_at)
       SELECT p.id, c.id, 'published', md5(p.id || '-' || c.id), p.updated_at
         FROM posts p JOIN connections c USING (account_id) ORDER BY p.id, c.id`,
    );
    await db.query('VACUUM ANALYZE');
    const targets = Object.fromEntries(
      accounts.map(({ platform, accountId }) => [platform, toPlatformId(platform, accountId)]),
    );
    return { databaseUrl, people, targets: targets as Seeded['targets'] };
  });
}
