/**
 * Publishes as the service does (publish-post.use-case.ts): each step by a new publisher, with only the stored state.
 */

import type { Http } from '../../src/foundation/http-client/http.js';
import type { Account } from '../../src/platforms/port/account.js';
import { FAILURES } from '../../src/platforms/port/failure.js';
import type { LookupResult, Part, PlatformKey, Publisher, State } from '../../src/platforms/port/platform.js';
import { caseOf } from './cases.js';
import { letWork, stored, withoutRivals } from './support.js';

/** The last result of a publisher, and the state that was stored before the call; null: none was. */
export interface Driven {
  step: LookupResult;
  state: State | null;
}

export type MakePublisher = () => Publisher;

/** Lets the time pass until a platform is polled again. */
export type Wait = (step: Extract<LookupResult, { kind: 'pending' }>) => Promise<void>;

/** A part as a later process has it: without its files. */
export const bare = (part: Part): Part => ({ ...part, media: [] });

/** How often a platform may answer that it still works on something: it is not asked for twelve seconds or more. */
const LOOKS_MAX = 2_400;

/**
 * Starts a part, or goes on from a step, until the post is there, or has failed, or is unknown; `steps` ends it
 * earlier. However often a platform has to be polled while it processes, that is one step.
 */
export async function drive(
  makePublisher: MakePublisher,
  part: Part,
  account: Account,
  { from, steps = Number.POSITIVE_INFINITY, wait = letWork }: { from?: Driven; steps?: number; wait?: Wait } = {},
): Promise<Driven> {
  let current = from ? bare(part) : part;
  let { step, state }: Driven = from ?? { step: await makePublisher().start(part, account), state: null };
  for (let done = 1; done < steps && (step.kind === 'pending' || step.kind === 'ready'); done += 1) {
    if (step.kind === 'ready') {
      state = stored(step.state);
      step = await makePublisher().finish(current, account, state);
      continue;
    }
    current = bare(part);
    for (let looks = 1; step.kind === 'pending'; looks += 1) {
      if (looks > LOOKS_MAX) throw new Error(`${JSON.stringify(step.state)} is pending without an end`);
      await wait(step);
      state = stored(step.state);
      step = await makePublisher().lookUp(current, account, state);
    }
  }
  return { step: withoutRivals(step), state };
}

/** How many lookups may find nothing, or attempts fail, before a test ends. */
const TRIES_MAX = 20;

/**
 * Publishes a part through all failures. An unknown outcome is looked up. The part is started again only after a
 * refusal, or when the platform reports that the post does not exist.
 */
export async function publishThrough(
  makePublisher: MakePublisher,
  part: Part,
  account: Account,
  { from, wait }: { from?: Driven; wait?: Wait } = {},
): Promise<LookupResult> {
  let driven = await drive(makePublisher, part, account, { from, wait });
  for (let tries = 1; tries < TRIES_MAX; tries += 1) {
    const { step, state } = driven;
    if (step.kind === 'failed' && step.failure.outcome === 'unknown') {
      const seen = await makePublisher().lookUp(bare(part), account, state);
      driven = await drive(makePublisher, part, account, { from: { step: seen, state }, wait });
    } else if (step.kind === 'absent' || (step.kind === 'failed' && FAILURES[step.failure.code].retryable)) {
      driven = await drive(makePublisher, part, account, { wait });
    } else {
      return step;
    }
  }
  return driven.step;
}

/**
 * A client that loses the response to one write, counted from 1 (0: to none): the platform did its work, or the request
 * never came to it. `writes` says how many there were.
 */
export function losing(
  http: Http,
  platform: PlatformKey,
  write: number,
  moment: 'before' | 'after',
): { http: Http; writes: () => number } {
  const { question } = caseOf(platform);
  let writes = 0;
  return {
    writes: () => writes,
    http: async (request) => {
      if (request.method === 'GET' || question?.test(request.url)) return http(request);
      writes += 1;
      if (writes !== write) return http(request);
      if (moment === 'after') await http(request);
      return { kind: 'lost', sent: true, cause: 'timeout', message: 'no answer' };
    },
  };
}

/** A client that must not be used. */
export const silent: Http = async ({ url }) => {
  throw new Error(`${url} was requested, where nothing may be sent`);
};
