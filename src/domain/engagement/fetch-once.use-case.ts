import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { InteractionResult } from '../../platforms/port/interactions.js';
import {
  claimQuestion,
  findAnswers,
  keepAnswer,
  type QuestionKey,
  releaseQuestion,
} from './network-answer.repository.js';

/** How long an answer is kept [network/cache]. */
export const ANSWERS_KEPT_MS = 30 * MINUTE_MS;

/** How long somebody may ask a platform, with a renewal of the session in between, before another one does. */
const CLAIM_MS = 60_000;

/** How often is looked whether somebody else's answer has come. */
const LOOK_MS = 50;

/** `cached`: it was known before anybody asked now. */
export type Answer<T> = InteractionResult<T> & { cached: boolean };

export type FetchOnce = <T>(key: QuestionKey, ask: () => Promise<InteractionResult<T>>) => Promise<Answer<T>>;

/**
 * Asks a platform for what is not known yet: however many want the same at once, in however many processes, one asks.
 * Who asks has a row of the table until a certain time, and no connection of the database. A failure is told to those
 * who wait for it in this process, and kept for nobody.
 */
export function makeFetchOnce({ db, clock }: { db: Db; clock: () => Date }): FetchOnce {
  const underWay = new Map<string, Promise<Answer<unknown>>>();
  const oldest = () => new Date(clock().getTime() - ANSWERS_KEPT_MS);
  // What is asked at the same moment is looked up together.
  const answers = new DataLoader((keys: readonly QuestionKey[]) => findAnswers(db, keys, oldest()), { cache: false });

  const answer = async (key: QuestionKey, ask: () => Promise<InteractionResult<unknown>>): Promise<Answer<unknown>> => {
    const began = clock();
    for (;;) {
      const kept = await answers.load(key);
      if (kept) return { kind: 'ok', value: kept.value, cached: kept.answeredAt <= began };
      const now = clock();
      const until = new Date(now.getTime() + CLAIM_MS);
      if (await claimQuestion(db, key, { now, until, since: oldest() })) return askClaimed(key, ask, until);
      await sleep(LOOK_MS);
    }
  };

  const askClaimed = async (key: QuestionKey, ask: () => Promise<InteractionResult<unknown>>, until: Date) => {
    let told: InteractionResult<unknown> | null = null;
    try {
      told = await ask();
    } finally {
      if (told?.kind === 'ok') await keepAnswer(db, key, told.value, clock());
      else await releaseQuestion(db, key, { now: clock(), until });
    }
    return { ...told, cached: false };
  };

  return async <T>(key: QuestionKey, ask: () => Promise<InteractionResult<T>>) => {
    const name = `${key.connectionId} ${key.question}`;
    const running = underWay.get(name) ?? answer(key, ask).finally(() => underWay.delete(name));
    underWay.set(name, running);
    // What a question is answered with is always of one shape.
    return running as Promise<Answer<T>>;
  };
}
