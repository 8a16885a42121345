import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/unit-of-work.js';
import type { Told } from '../platforms/interactions.js';
import {
  claimQuestion,
  findAnswer,
  keepAnswer,
  type QuestionKey,
  releaseQuestion,
} from './network-answer.repository.js';

/** Document 2: "Results of followers and statistics are cached for 30 minutes". */
const KEPT_MS = 30 * 60_000;

/** How long somebody may ask a platform, with a renewal of the session in between, before another one does. */
const CLAIM_MS = 60_000;

/** How often is looked whether somebody else's answer has come. */
const LOOK_MS = 50;

/** `cached`: it was known before anybody asked now. */
export type Answer<T> = Told<T> & { cached: boolean };

export type AskOnce = <T>(key: QuestionKey, ask: () => Promise<Told<T>>) => Promise<Answer<T>>;

/**
 * Asks a platform for what is not known yet: however many want the same at once, in however many processes, one asks.
 * A failure is told to those who wait for it in this process, and kept for nobody.
 */
export function makeAskOnce({ db, clock }: { db: Db; clock: () => Date }): AskOnce {
  const underWay = new Map<string, Promise<Answer<unknown>>>();

  const answer = async (key: QuestionKey, ask: () => Promise<Told<unknown>>): Promise<Answer<unknown>> => {
    const began = clock();
    const since = new Date(began.getTime() - KEPT_MS);
    for (;;) {
      const kept = await findAnswer(db, key, since);
      if (kept) return { kind: 'told', value: kept.value, cached: kept.answeredAt < began };
      const now = clock();
      if (await claimQuestion(db, key, { now, since, until: new Date(now.getTime() + CLAIM_MS) })) break;
      await sleep(LOOK_MS);
    }
    let told: Told<unknown> | null = null;
    try {
      told = await ask();
    } finally {
      if (told?.kind === 'told') await keepAnswer(db, key, told.value, { now: clock(), since });
      else await releaseQuestion(db, key, clock());
    }
    return { ...told, cached: false };
  };

  return async <T>(key: QuestionKey, ask: () => Promise<Told<T>>) => {
    const name = `${key.connectionId} ${key.question}`;
    const running = underWay.get(name) ?? answer(key, ask).finally(() => underWay.delete(name));
    underWay.set(name, running);
    // What a question is answered with is always of one shape.
    return running as Promise<Answer<T>>;
  };
}
