import { setTimeout as sleep } from 'node:timers/promises';
import { batchedLookup } from '../../foundation/database/batched-lookup.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { InteractionResult } from '../../platforms/port/interactions.js';
import { ANSWERS_KEPT_MS } from './network-answer.js';
import {
  claimQuestion,
  findAnswers,
  keepAnswer,
  type QuestionKey,
  releaseQuestion,
} from './network-answer.repository.js';

/** Lease of a request to the platform, including a session refresh; after it, another process may take over. */
const CLAIM_MS = 60_000;

/** Polling interval for another process's result. */
const LOOK_MS = 50;

/** `cached`: served from the cache. */
export type Answer<T> = InteractionResult<T> & { cached: boolean };

export type FetchOnce = <T>(key: QuestionKey, fetch: () => Promise<InteractionResult<T>>) => Promise<Answer<T>>;

/**
 * Fetches uncached results from a platform, deduplicated across processes: of concurrent requests for the same result,
 * only one is sent. The requester leases a row of the table, and holds no database connection. A failure is returned to
 * those waiting in this process, and is not cached.
 */
export function makeFetchOnce({ db, clock }: { db: Db; clock: () => Date }): FetchOnce {
  const underWay = new Map<string, Promise<Answer<unknown>>>();
  const oldest = () => new Date(clock().getTime() - ANSWERS_KEPT_MS);
  // Lookups in the same tick are one query.
  const findAnswer = batchedLookup((keys: readonly QuestionKey[]) => findAnswers(db, keys, oldest()));

  const answer = async (
    key: QuestionKey,
    fetch: () => Promise<InteractionResult<unknown>>,
  ): Promise<Answer<unknown>> => {
    const began = clock();
    for (;;) {
      const kept = await findAnswer(key);
      if (kept) return { kind: 'ok', value: kept.value, cached: kept.answeredAt <= began };
      const now = clock();
      const until = new Date(now.getTime() + CLAIM_MS);
      if (await claimQuestion(db, key, { now, until, since: oldest() })) return fetchClaimed(key, fetch, until);
      await sleep(LOOK_MS);
    }
  };

  const fetchClaimed = async (key: QuestionKey, fetch: () => Promise<InteractionResult<unknown>>, until: Date) => {
    let result: InteractionResult<unknown> | null = null;
    try {
      result = await fetch();
    } finally {
      if (result?.kind === 'ok') await keepAnswer(db, key, result.value, clock());
      else await releaseQuestion(db, key, { now: clock(), until });
    }
    return { ...result, cached: false };
  };

  return async <T>(key: QuestionKey, fetch: () => Promise<InteractionResult<T>>) => {
    const name = `${key.connectionId} ${key.question}`;
    const running = underWay.get(name) ?? answer(key, fetch).finally(() => underWay.delete(name));
    underWay.set(name, running);
    // The result type of a key is always the same.
    return running as Promise<Answer<T>>;
  };
}
