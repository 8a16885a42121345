import type { CallOptions } from './call-options.js';
import { type ConnectedAccount, type ConnectedAccountFilter, ListConnectedAccounts } from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { runOperation } from './run-operation.js';

export interface AccountsApi {
  /** The connected accounts that match, oldest first: their `platformId` is what a post is created for. */
  list(
    options?: CallOptions & { filter?: ConnectedAccountFilter | undefined },
  ): AsyncGenerator<ConnectedAccount, void, undefined>;
}

const PAGE_SIZE = 100;

export const makeAccounts = (endpoint: Endpoint): AccountsApi => ({
  list: ({ filter, signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { first: PAGE_SIZE, after, filter };
      const options = { signal, isRepeatable: true };
      return (await runOperation(endpoint, ListConnectedAccounts, variables, options)).connectedAccounts;
    }),
});
