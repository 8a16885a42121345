/** The memory of this process that responses in progress use, by account. */
import { limitConcurrency } from '../../../foundation/concurrency/limit-concurrency.js';

/** What the responses of one account may use at the same time in one process: different texts, and posts. */
const MAX_BYTES = 30_000_000;
/**
 * Reads of one account at a time, in one process: the size of a read is known once it is done. Of two that are too large
 * together, the first succeeds and the other one is refused.
 */
const READS_AT_ONCE = 1;

export interface ResponseMemory {
  /** Runs a read of the account in its turn. */
  read<T>(ownerId: string, work: () => Promise<T>): Promise<T>;
  /** False: the account would use too much. */
  reserve(ownerId: string, bytes: number): boolean;
  release(ownerId: string, bytes: number): void;
}

/** Limits the concurrency of each account. */
function limitPerAccount(concurrency: number): <T>(ownerId: string, work: () => Promise<T>) => Promise<T> {
  const accounts = new Map<string, { limited: ReturnType<typeof limitConcurrency>; works: number }>();
  return async (ownerId, work) => {
    const own = accounts.get(ownerId) ?? { limited: limitConcurrency(concurrency), works: 0 };
    accounts.set(ownerId, own);
    own.works += 1;
    try {
      return await own.limited(work);
    } finally {
      own.works -= 1;
      if (own.works === 0) accounts.delete(ownerId);
    }
  };
}

export function makeResponseMemory(): ResponseMemory {
  const reserved = new Map<string, number>();
  return {
    read: limitPerAccount(READS_AT_ONCE),
    reserve(ownerId, bytes) {
      const before = reserved.get(ownerId) ?? 0;
      if (before + bytes > MAX_BYTES) return false;
      reserved.set(ownerId, before + bytes);
      return true;
    },
    release(ownerId, bytes) {
      const left = (reserved.get(ownerId) ?? 0) - bytes;
      if (left > 0) reserved.set(ownerId, left);
      else reserved.delete(ownerId);
    },
  };
}
