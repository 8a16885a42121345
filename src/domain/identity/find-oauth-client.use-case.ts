import { LRUCache } from 'lru-cache';
import type { Http } from '../../foundation/http-client/http.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import { clientOf, describedClient, isDocumentAddress, type OAuthClient } from './applications/oauth-client.js';
import { OAuthError } from './applications/oauth-error.js';

/** The client with this id. Error: invalid_client. */
export type FindOAuthClient = (clientId: string) => Promise<OAuthClient>;

const REMEMBERED = 500;
const REMEMBERED_MS = 5 * MINUTE_MS;

/** Reads the document of a client whose id is an address; it is kept for five minutes. Other ids say all themselves. */
export function makeFindOAuthClient({ http }: { http: Http }): FindOAuthClient {
  const known = new LRUCache<string, OAuthClient>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  return async (clientId) => {
    if (!isDocumentAddress(clientId)) return clientOf(clientId);
    const remembered = known.get(clientId);
    if (remembered) return remembered;
    const response = await http({ method: 'GET', url: clientId });
    if (response.kind === 'lost' || response.status !== 200) {
      throw new OAuthError('invalid_client', 'The document at client_id cannot be read');
    }
    const client = describedClient(clientId, response.json);
    known.set(clientId, client);
    return client;
  };
}
