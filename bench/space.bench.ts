import type pg from 'pg';
import { Pool } from 'undici';
import { makeDataSource } from '../src/compose/data-source.js';
import { foldPostCounts } from '../src/domain/usage/post-counts.repository.js';
import { restCreate } from './create-requests.js';
import { openDatabase } from './database.js';
import { send } from './load.js';
import type { Row } from './report.js';
import { makeTopic } from './topic.js';

export interface SpaceOptions {
  /** Created and not published, in a round. */
  posts: number;
}

const CONNECTIONS = 8;
/** Tables with less than this share are not listed. */
const LEAST_SHARE = 0.01;
const ALL = 'database';

/** What a scheduled post for one target takes of the database, with its job, indexes and events. */
export const space = makeTopic<SpaceOptions>({
  about: 'bytes of the database per scheduled post for one target, by table and index',
  byDefault: true,
  sizes: { full: { posts: 4_000 }, round: { posts: 2_000 }, quick: { posts: 200 } },
  aims: [{ name: 'database per scheduled single post', unit: 'kB', of: [ALL, 'kB/post'], atMost: 1.8 }],
  async start(surroundings, { posts }) {
    const seeded = await surroundings.seed('space', 60);
    const api = await surroundings.service(seeded.databaseUrl, 'api');
    const shot = restCreate(seeded, [seeded.targets.fediverse]);
    const pool = new Pool(api.address, { connections: CONNECTIONS });
    const db = openDatabase(seeded.databaseUrl);
    const createAll = async (count: number) => {
      let left = count;
      const create = async () => {
        while (left-- > 0) await send(pool, shot);
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, create));
    };
    // The first pages of each table and index, and those of changes of counts, which are used again after a minute.
    await createAll(posts);
    await fold(seeded.databaseUrl);
    return {
      async round() {
        const before = await sizes(db);
        await createAll(posts);
        await fold(seeded.databaseUrl);
        const after = await sizes(db);
        const perPost = [...after].map(([table, bytes]) => ({
          table,
          kilobytes: (bytes - (before.get(table) ?? 0)) / posts / 1000,
        }));
        const sum = perPost.reduce((all, { kilobytes }) => all + kilobytes, 0);
        const rows: Row[] = perPost
          .filter(({ kilobytes }) => kilobytes > sum * LEAST_SHARE)
          .sort((a, b) => b.kilobytes - a.kilobytes)
          .map(({ table, kilobytes }) => ({ name: table, figures: { 'kB/post': kilobytes } }));
        return [
          {
            title: `Space of ${posts} posts for one target, a day ahead`,
            rows: [{ name: ALL, figures: { 'kB/post': sum } }, ...rows],
            notes: ['Tables with texts that are stored apart; after a vacuum, which returns nothing but empty ends.'],
          },
        ];
      },
      async stop() {
        await Promise.all([pool.close(), db.end()]);
        await api.stop();
      },
    };
  },
});

/** What a worker's maintenance does every minute: changes of counts are kept until then. */
async function fold(databaseUrl: string): Promise<void> {
  const dataSource = await makeDataSource({ url: databaseUrl, poolSize: 1 }).initialize();
  await foldPostCounts(dataSource.manager);
  await dataSource.destroy();
}

/** The bytes of each table, with its TOAST table, and of each index, in all schemas. */
async function sizes(db: pg.Pool): Promise<Map<string, number>> {
  // Moves the pending entries of the search index to their final place.
  await db.query('VACUUM');
  const { rows } = await db.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, sum(CASE relkind WHEN 'i' THEN pg_relation_size(oid) ELSE pg_table_size(oid) END) AS bytes
       FROM pg_class
      WHERE relkind IN ('r', 'm', 'i') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
      GROUP BY relname`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
