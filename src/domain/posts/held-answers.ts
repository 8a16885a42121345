/** What answers that are under way hold of this process's memory, account by account. */
import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';

/** What the answers of one account may hold at the same time in one process: different texts, and posts. */
const MAX_HELD_BYTES = 30_000_000;
/**
 * Reads of one account at a time, in one process: what a read brings is weighed when it is there. Of two that are too
 * much together, the first is whole and the other one refused.
 */
const READS_AT_ONCE = 1;

/** What the answers of each account hold in this process. */
export interface HeldAnswers {
  /** Runs a read of the account when it is its turn. */
  read<T>(ownerId: string, work: () => Promise<T>): Promise<T>;
  /** False: the account would hold too much. */
  hold(ownerId: string, bytes: number): boolean;
  letGo(ownerId: string, bytes: number): void;
}

/** Lets that many works of each account run at a time. */
function makeAtOncePerAccount(places: number): <T>(ownerId: string, work: () => Promise<T>) => Promise<T> {
  const accounts = new Map<string, { atOnce: ReturnType<typeof limitConcurrency>; works: number }>();
  return async (ownerId, work) => {
    const own = accounts.get(ownerId) ?? { atOnce: limitConcurrency(places), works: 0 };
    accounts.set(ownerId, own);
    own.works += 1;
    try {
      return await own.atOnce(work);
    } finally {
      own.works -= 1;
      if (own.works === 0) accounts.delete(ownerId);
    }
  };
}

export function makeHeldAnswers(): HeldAnswers {
  const held = new Map<string, number>();
  return {
    read: makeAtOncePerAccount(READS_AT_ONCE),
    hold(ownerId, bytes) {
      const before = held.get(ownerId) ?? 0;
      if (before + bytes > MAX_HELD_BYTES) return false;
      held.set(ownerId, before + bytes);
      return true;
    },
    letGo(ownerId, bytes) {
      const left = (held.get(ownerId) ?? 0) - bytes;
      if (left > 0) held.set(ownerId, left);
      else held.delete(ownerId);
    },
  };
}
