/**
 * A shard: a schema that has the rows of some accounts. Where tables are distributed there are several, on any number of nodes; on
 * one Postgres there is none. The shard of the account that work is for follows its asynchronous calls, so that no use case
 * passes it on, and decides where connections come from (sharded-pool.ts).
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Null: of no account yet, or there are no shards. Tables of accounts are found in none then. */
export type Shard = string | null;

const scopes = new AsyncLocalStorage<{ shard: Shard }>();

/** Runs `work`, and all that it starts, in a shard. Null: until `enterShard` says which. */
export const inShard = <T>(shard: Shard, work: () => T): T => scopes.run({ shard }, work);

/** Once it is known whom the current request is for. */
export function enterShard(shard: Shard): void {
  const scope = scopes.getStore();
  if (scope) scope.shard = shard;
}

export const currentShard = (): Shard => scopes.getStore()?.shard ?? null;

/** A function that always runs in the shard in which it was kept, whoever calls it. */
export function keepShard<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result {
  const shard = currentShard();
  return shard === null ? work : (...args) => inShard(shard, () => work(...args));
}

/** For what combines calls, or remembers between them: one function for each shard, made when it is first called there. */
export function perShard<Args extends unknown[], Result>(
  make: () => (...args: Args) => Result,
): (...args: Args) => Result {
  const made = new Map<Shard, (...args: Args) => Result>();
  return (...args) => {
    const shard = currentShard();
    const work = made.get(shard) ?? make();
    made.set(shard, work);
    return work(...args);
  };
}

/** All shards of the database; on one Postgres, null alone. */
export interface Shards {
  names: readonly Shard[];
  /** What `work` answers in each shard, one after the other. */
  each<T>(work: () => Promise<T>): Promise<T[]>;
  /** Adds up what `work` counts in each shard. */
  sum<Counts extends { [name in keyof Counts]: number }>(work: () => Promise<Counts>): Promise<Counts>;
  /**
   * Resolves once all that was committed before the call can be read in the current shard, as is always so on one Postgres; fails
   * if that takes too long.
   */
  settled(): Promise<void>;
  /** Looks in each shard, and stays in the one in which something is found; null: in none. */
  find<T>(look: () => Promise<T | null>): Promise<T | null>;
}

/** `nodes`: what there are, by their names; null: tables are not distributed. `settle` is for one of them. */
export const makeShards = (
  nodes: ReadonlyMap<string, unknown> | null,
  settle: (shard: string) => Promise<void> = async () => undefined,
): Shards => {
  const names: readonly Shard[] = nodes ? [...nodes.keys()] : [null];
  return {
    names,
    async each(work) {
      const answers = [];
      for (const name of names) answers.push(await inShard(name, work));
      return answers;
    },
    async sum(work) {
      const counts = await this.each(work);
      return counts.reduce((sum, more) => {
        for (const name of Object.keys(sum) as (keyof typeof sum)[]) (sum[name] as number) += more[name];
        return sum;
      });
    },
    async settled() {
      const shard = currentShard();
      if (shard !== null) await settle(shard);
    },
    async find(look) {
      for (const name of names) {
        const found = await inShard(name, look);
        if (found === null) continue;
        enterShard(name);
        return found;
      }
      return null;
    },
  };
};
