import type { Receiver } from '../domain/events/feed.js';
import type { SharedResult } from './shared-execution.js';

/**
 * Sends results to the client of a subscription. Returns a promise if the client is slow: no more results until it
 * resolves.
 */
export type SendResults = (results: readonly SharedResult[]) => Promise<void> | undefined;

interface Waiting {
  resolve(end: IteratorReturnResult<void>): void;
  reject(error: unknown): void;
}

const END: IteratorReturnResult<void> = { done: true, value: undefined };

/**
 * A subscription that runs. Its results are sent as they come; what graphql-ws iterates is a stream without any, which
 * ends with the subscription. There may be thousands of these, mostly idle, so they hold little.
 */
export class OpenSubscription implements AsyncGenerator<never, void, void>, Receiver<SharedResult> {
  readonly receive: SendResults;
  private readonly onEnd: () => void;
  private stop: (() => void) | undefined = undefined;
  private waiting: Waiting | undefined = undefined;
  private over: { error?: unknown } | undefined = undefined;

  /** `onEnd` is called once. */
  constructor(send: SendResults, onEnd: () => void) {
    this.receive = send;
    this.onEnd = onEnd;
  }

  /** `stop` ends the delivery of results. */
  opened(stop: () => void): this {
    this.stop = stop;
    return this;
  }

  end(error?: unknown): void {
    if (this.over) return;
    this.over = { error };
    this.onEnd();
    if (error === undefined) this.waiting?.resolve(END);
    else this.waiting?.reject(error);
  }

  async next(): Promise<IteratorReturnResult<void>> {
    if (!this.over) return new Promise((resolve, reject) => (this.waiting = { resolve, reject }));
    if (this.over.error !== undefined) throw this.over.error;
    return END;
  }

  async return(): Promise<IteratorReturnResult<void>> {
    this.stop?.();
    this.end();
    return END;
  }

  async throw(error: unknown): Promise<never> {
    await this.return();
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
