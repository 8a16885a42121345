import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import type { Viewer } from '../domain/identity/viewer.js';
import { makeStream, type Stream } from '../foundation/concurrency/stream.js';
import { isTransient } from '../foundation/database/transient-error.js';
import type { GraphqlContext } from './context.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface SubscriptionArgs extends ExecutionArgs {
  /** Makes the context of one event: loaders keep what they have read, which the next event may have changed. */
  contextOfEvent: () => unknown;
}

type Result = ExecutionResult | Promise<ExecutionResult>;

/** Results by event and operation. Results are garbage-collected with their event. */
const results = new WeakMap<object, Map<string, Result>>();

/**
 * Runs a subscription. Subscriptions of one viewer with the same document, operation name and variables share one
 * execution per event. While the database is unavailable, the execution of an event is repeated with backoff (100 ms to
 * 5 s). `onEnd` is called once, however the subscription ends; not if it is rejected.
 */
export async function subscribeShared(
  { contextOfEvent, ...args }: SubscriptionArgs,
  onEnd: () => void,
): Promise<ExecutionResult | Stream<ExecutionResult>> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const operation = await operationOf(args);
  let isOver = false;

  async function executeFor(event: unknown): Promise<ExecutionResult> {
    const fresh = () => execute({ ...args, contextValue: contextOfEvent(), rootValue: event });
    if (typeof event !== 'object' || event === null) return fresh();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const shared = once(event, operation, fresh);
      const result = await shared;
      if (isOver || !isUnavailable(result)) return result;
      await setTimeout(pauseMs, undefined, { ref: false });
      forget(event, operation, shared);
    }
  }

  return makeStream(events, {
    map: executeFor,
    onEnd: () => {
      isOver = true;
      onEnd();
    },
  });
}

const isUnavailable = ({ errors = [] }: ExecutionResult): boolean =>
  errors.some(({ originalError }) => isTransient(originalError));

function once(event: object, operation: string, make: () => Result): Result {
  const ofEvent = results.get(event) ?? new Map<string, Result>();
  results.set(event, ofEvent);
  const result = ofEvent.get(operation) ?? make();
  ofEvent.set(operation, result);
  return result;
}

/** Unless another subscription has executed the event again already. */
function forget(event: object, operation: string, result: Result): void {
  const ofEvent = results.get(event);
  if (ofEvent?.get(operation) === result) ofEvent.delete(operation);
}

/** Equal for equal operations of one viewer, and never for two. */
async function operationOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): Promise<string> {
  const { session: _, ...viewer }: Viewer = await (contextValue as GraphqlContext).viewer();
  const parts = [viewer, document.loc?.source.body, operationName ?? null, variableValues ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
