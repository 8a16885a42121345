import { createHash } from 'node:crypto';
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql';
import type { Viewer } from '../domain/identity/viewer.js';
import { makeStream, type Stream } from '../foundation/concurrency/stream.js';
import type { GraphqlContext } from './context.js';

type Result = ExecutionResult | Promise<ExecutionResult>;

/** Results by event and operation. Results are garbage-collected with their event. */
const results = new WeakMap<object, Map<string, Result>>();

/**
 * Runs a subscription. Subscriptions of one viewer with the same document, operation name and variables share one
 * execution per event. `onEnd` is called once, however the subscription ends; not if it is rejected.
 */
export async function subscribeShared(
  args: ExecutionArgs,
  onEnd: () => void,
): Promise<ExecutionResult | Stream<ExecutionResult>> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const operation = await operationOf(args);
  const executeFor = (event: unknown): Result => {
    const fresh = () => execute({ ...args, rootValue: event });
    return typeof event === 'object' && event !== null ? once(event, operation, fresh) : fresh();
  };
  return makeStream(events, { map: executeFor, onEnd });
}

function once(event: object, operation: string, make: () => Result): Result {
  const ofEvent = results.get(event) ?? new Map<string, Result>();
  results.set(event, ofEvent);
  const result = ofEvent.get(operation) ?? make();
  ofEvent.set(operation, result);
  return result;
}

/** Equal for equal operations of one viewer, and never for two. */
async function operationOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): Promise<string> {
  const { session: _, ...viewer }: Viewer = await (contextValue as GraphqlContext).viewer();
  const parts = [viewer, document.loc?.source.body, operationName ?? null, variableValues ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
