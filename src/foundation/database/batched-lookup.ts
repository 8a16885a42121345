import DataLoader from 'dataloader';
import { perShard } from './shard.js';

/**
 * Finds one by its key; lookups in the same tick and the same shard are one query, without caching. `find` answers in the order of
 * the keys.
 */
export function batchedLookup<Key, Found>(
  find: (keys: readonly Key[]) => Promise<Found[]>,
  maxBatchSize = Number.POSITIVE_INFINITY,
): (key: Key) => Promise<Found> {
  return perShard(() => {
    const loader = new DataLoader<Key, Found>(find, { cache: false, maxBatchSize });
    return (key: Key) => loader.load(key);
  });
}
