/** Publishing as the service does it (publish-post.use-case.ts), every step by a publisher that knows nothing of the last. */
import { FAILURES } from '../../src/platforms/failure.js';
import type { Http } from '../../src/platforms/http.js';
import type { Account, Part, Publisher, Sighting, State } from '../../src/platforms/platform.js';
import { stored } from './support.js';

/** What a publisher said last, and the state that was stored before it was asked; null: none was. */
export interface Driven {
  step: Sighting;
  state: State | null;
}

export type Speak = () => Publisher;

/** What a part is to who was not there when it began: the files are gone. */
export const bare = (part: Part): Part => ({ ...part, media: [] });

/** As often as a platform is asked for what it works on: 12 seconds. */
const ASKS_MAX = 30;

/**
 * Starts a part, or goes on from a step, until the post is there, or has failed, or nobody knows; `steps` ends it
 * earlier. However often a platform has to be asked for what it works on, that is one step.
 */
export async function drive(
  speak: Speak,
  part: Part,
  account: Account,
  { from, steps = Number.POSITIVE_INFINITY }: { from?: Driven; steps?: number } = {},
): Promise<Driven> {
  let current = from ? bare(part) : part;
  let { step, state }: Driven = from ?? { step: await speak().start(part, account), state: null };
  for (let done = 1; done < steps && (step.kind === 'pending' || step.kind === 'ready'); done += 1) {
    if (step.kind === 'ready') {
      state = stored(step.state);
      step = await speak().finish(current, account, state);
      continue;
    }
    current = bare(part);
    for (let asked = 1; step.kind === 'pending'; asked += 1) {
      if (asked > ASKS_MAX) throw new Error(`${JSON.stringify(step.state)} is pending for ever`);
      await new Promise((resolve) => setTimeout(resolve, 25 * asked));
      state = stored(step.state);
      step = await speak().look(current, account, state);
    }
  }
  return { step, state };
}

/** As often as a look may be in vain, or an attempt fail, before a test ends. */
const TRIES_MAX = 20;

/**
 * Publishes a part whatever happens to it. Of what nobody knows, the platform is asked; only after a refusal, and when
 * the platform says that nothing is there, the part is started again.
 */
export async function publishThrough(speak: Speak, part: Part, account: Account, from?: Driven): Promise<Sighting> {
  let driven = await drive(speak, part, account, from && { from });
  for (let tries = 1; tries < TRIES_MAX; tries += 1) {
    const { step, state } = driven;
    if (step.kind === 'failed' && step.failure.outcome === 'unknown') {
      const seen = await speak().look(bare(part), account, state);
      driven = await drive(speak, part, account, { from: { step: seen, state } });
    } else if (step.kind === 'absent' || (step.kind === 'failed' && FAILURES[step.failure.code].retryable)) {
      driven = await drive(speak, part, account);
    } else {
      return step;
    }
  }
  return driven.step;
}

/**
 * A client that loses the answer to one write, counted from 1: the platform did its work, or the request never came to
 * it. `writes` says how many there were.
 */
export function losing(http: Http, write: number, moment: 'before' | 'after'): { http: Http; writes: () => number } {
  let writes = 0;
  return {
    writes: () => writes,
    http: async (request) => {
      if (request.method === 'GET') return http(request);
      writes += 1;
      if (writes !== write) return http(request);
      if (moment === 'after') await http(request);
      return { kind: 'lost', sent: true, cause: 'timeout', message: 'no answer' };
    },
  };
}
