import type { QueryRunner } from 'typeorm';
import { readDistribution } from './citus.js';

/**
 * For a migration: what it does to tables of accounts, or to the functions of their triggers. `work` is done once in each shard, in
 * which names without a schema mean what is there; where tables are not distributed, once. In a migration that is a transaction it
 * is done in all shards or in none; in another one it can be done again in those that have it already.
 */
export async function inEachShard(query: QueryRunner, work: () => Promise<void>): Promise<void> {
  const shards = await readDistribution(query.manager);
  if (shards === null) return work();
  if (shards === 'unsupported') throw new Error('Tables are distributed in a way that is not supported');
  const isTransaction = query.isTransactionActive;
  const set = (name: string, value: string) =>
    query.query('SELECT set_config($1, $2, $3)', [name, value, isTransaction]);
  const [{ path }] = await query.query(`SELECT current_setting('search_path') AS path`);
  const restore = async () => {
    await set('search_path', path);
    await set('citus.enable_unsafe_triggers', 'off');
  };
  await set('citus.enable_unsafe_triggers', 'on');
  try {
    for (const shard of shards.keys()) {
      await set('search_path', `${shard}, public`);
      await work();
    }
  } catch (error) {
    // The end of a transaction restores what it has set.
    if (!isTransaction) await restore();
    throw error;
  }
  await restore();
}
