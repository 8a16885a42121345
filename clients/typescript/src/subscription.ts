/** Subscriptions that continue after a lost connection. */
import { pauseBefore, sleep } from './http.js';
import type { Endpoint } from './options.js';
import { PublishingError } from './publishing-error.js';
import type { Subscribe } from './socket.js';
import type { TypedDocument } from './typed-document.js';

export interface Subscription {
  /** Field of the schema. */
  name: string;
  document: TypedDocument<Record<string, unknown>, Record<string, unknown>>;
  /** The field of an event with which the subscription continues, as its `after`; null: it has none. */
  position: string | null;
}

/** A subscription may be silent for months, so a connection that lasted resets the count of failures. */
const LASTING_MS = 60_000;

/**
 * The events of a subscription, also over lost connections: it continues after the last one, and without a `position`
 * with those from then on. Ends when the service ends it. Fails when a connection was lost and could not be opened again,
 * `retries` times in a row.
 */
export async function* eventsOf(
  endpoint: Endpoint,
  subscribe: Subscribe,
  { name, document, position }: Subscription,
  given: Record<string, unknown>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Record<string, unknown>, void, undefined> {
  const variables = { ...given };
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    const openedAt = Date.now();
    try {
      for await (const { [name]: event } of subscribe(document, variables, signal)) {
        failures = 0;
        if (position !== null) variables.after = (event as Record<string, unknown>)[position];
        yield event as Record<string, unknown>;
      }
      return;
    } catch (error) {
      failures = Date.now() - openedAt < LASTING_MS ? failures + 1 : 1;
      const isTemporary = error instanceof PublishingError && error.retryable;
      if (!isTemporary || failures > endpoint.retries) throw error;
    }
    await sleep(pauseBefore(failures), signal);
  }
}
