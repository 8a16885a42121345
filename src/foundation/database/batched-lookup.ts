import DataLoader from 'dataloader';

/** Finds one by its key; lookups in the same tick are one query, without caching. `find` returns in the order of the keys. */
export function batchedLookup<Key, Found>(
  find: (keys: readonly Key[]) => Promise<Found[]>,
  maxBatchSize = Number.POSITIVE_INFINITY,
): (key: Key) => Promise<Found> {
  const loader = new DataLoader<Key, Found>(find, { cache: false, maxBatchSize });
  return (key) => loader.load(key);
}
