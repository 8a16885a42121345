/** Posts that are repeated by rules. */
import type { CallOptions } from './call-options.js';
import { ListRecurrences, type Recurrence } from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { runOperation } from './run-operation.js';

export interface RecurrencesApi {
  /** The recurrences, oldest first, each with its next times that have no post yet. */
  list(options?: CallOptions): AsyncGenerator<Recurrence, void, undefined>;
}

const PAGE_SIZE = 50;

export const makeRecurrences = (endpoint: Endpoint): RecurrencesApi => ({
  list: ({ signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { first: PAGE_SIZE, after };
      return (await runOperation(endpoint, ListRecurrences, variables, { signal, isRepeatable: true })).recurrences;
    }),
});
