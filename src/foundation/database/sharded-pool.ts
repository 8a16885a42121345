import pg from 'pg';
import { currentShard } from './shard.js';

type Connect = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose connections are those of the current shard, which see its tables first. Each shard has up to `max` of its own: a
 * session that changed its `search_path` would have to plan its prepared statements anew.
 */
export class ShardedPool extends pg.Pool {
  private readonly pools = new Map<string, pg.Pool>();

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connect): void;
  override connect(callback?: Connect): unknown {
    const shard = currentShard();
    if (shard !== null) return this.poolOf(shard).connect(callback as Connect);
    return super.connect(callback as Connect);
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): unknown {
    const ended = Promise.all([super.end(), ...[...this.pools.values()].map((pool) => pool.end())]);
    return callback ? void ended.then(() => callback(), callback) : ended.then(() => undefined);
  }

  /** Connections of all shards, and requests that wait for one. */
  counts(): { total: number; idle: number; waiting: number } {
    const own = { total: this.totalCount, idle: this.idleCount, waiting: this.waitingCount };
    for (const { totalCount, idleCount, waitingCount } of this.pools.values()) {
      own.total += totalCount;
      own.idle += idleCount;
      own.waiting += waitingCount;
    }
    return own;
  }

  private poolOf(shard: string): pg.Pool {
    const known = this.pools.get(shard);
    if (known) return known;
    const pool = new pg.Pool({ ...this.options, options: `-c search_path=${shard},public` });
    for (const listener of this.listeners('error')) pool.on('error', listener as (error: Error) => void);
    this.pools.set(shard, pool);
    return pool;
  }
}
