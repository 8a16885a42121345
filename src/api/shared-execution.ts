import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLFormattedError,
} from 'graphql';
import type { Receiver, SharedEvents } from '../domain/events/feed.js';
import type { Viewer } from '../domain/identity/access/viewer.js';
import type { UnderWay } from '../foundation/concurrency/under-way.js';
import { isTransient } from '../foundation/database/transient-error.js';
import type { PayEvent } from './charge-operation.js';
import type { GraphqlContext } from './context.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface SubscriptionArgs extends ExecutionArgs {
  /** Makes the context of one event: loaders keep what they have read, which the next event may have changed. */
  contextOfEvent: () => Pick<GraphqlContext, 'requestId'>;
  /** Paid before each execution. */
  payEvent: PayEvent;
  operations: UnderWay;
  /** Its errors as clients see them. */
  present: (errors: NonNullable<ExecutionResult['errors']>, requestId: string) => GraphQLFormattedError[];
}

/** What an event is to all who subscribed to the same. */
export interface SharedResult {
  /** The result as JSON, without its last brace: each subscriber adds its own extensions. */
  json: string;
  /** Request id under which errors in it were logged; null when it has none. */
  requestId: string | null;
}

/**
 * Runs a subscription. Subscriptions of one viewer with the same document, operation name and variables share one
 * execution per event, its serialization and its points. Without points, events wait for the next minute. While the
 * database is unavailable, the execution is repeated with backoff (100 ms to 5 s). Returns a function that ends the subscription, or why it is rejected.
 */
export async function subscribeShared(
  args: SubscriptionArgs,
  receiver: Receiver<SharedResult>,
): Promise<ExecutionResult | (() => void)> {
  const { contextOfEvent, payEvent, operations, present, ...operation } = args;
  const events = await createSourceEventStream(operation);
  if (!(Symbol.asyncIterator in events)) return events;
  const key = await keyOf(operation);
  const { schema, document, operationName, variableValues } = operation;

  async function pay(isWanted: () => boolean): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; isWanted(); pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const waitMs = await payEvent().then(
        (seconds) => 1000 * seconds,
        (error) => {
          if (!isTransient(error)) throw error;
          return pauseMs;
        },
      );
      if (waitMs === 0) return;
      await setTimeout(waitMs, undefined, { ref: false });
    }
  }

  async function render(event: unknown, isWanted: () => boolean): Promise<SharedResult> {
    await pay(isWanted);
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const contextValue = contextOfEvent();
      const result = await operations.run(async () =>
        execute({ schema, document, operationName, variableValues, contextValue, rootValue: event }),
      );
      if (!isWanted() || !isUnavailable(result)) return toShared(result, contextValue.requestId);
      await setTimeout(pauseMs, undefined, { ref: false });
    }
  }

  const toShared = ({ errors, ...result }: ExecutionResult, requestId: string): SharedResult => {
    const presented = errors && present(errors, requestId);
    return {
      json: JSON.stringify({ ...result, errors: presented }).slice(0, -1),
      requestId: presented ? requestId : null,
    };
  };

  // What the schema's subscriptions follow are feeds.
  return (events as SharedEvents<unknown>).deliver({ key, render }, receiver);
}

const isUnavailable = ({ errors = [] }: ExecutionResult): boolean =>
  errors.some(({ originalError }) => isTransient(originalError));

/** Equal for equal operations of one viewer, and never for two. */
async function keyOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): Promise<string> {
  const { session, ...rest }: Viewer = await (contextValue as GraphqlContext).viewer();
  // An operator who is signed in as the account sees less than its owner.
  const viewer = { ...rest, isOperator: Boolean(session?.operator) };
  const parts = [viewer, document.loc?.source.body, operationName ?? null, variableValues ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
