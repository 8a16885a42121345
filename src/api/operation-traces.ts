import type { RequestFacts } from '../foundation/http/request-log.js';

/** Traces of GraphQL operations. */
export interface OperationTraces {
  /** Runs an operation in a span. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Adds to the span of the operation that runs. */
  note(facts: RequestFacts): void;
}

export const NO_OPERATION_TRACES: OperationTraces = { run: (work) => work(), note: () => undefined };
