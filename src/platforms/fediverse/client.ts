/** The calls of the client API that publishing needs. */
import { z } from 'zod';
import { type Asked, ask } from '../ask.js';
import { readCredentials } from '../credentials.js';
import type { Context, FailedStep, Purpose } from '../failed-step.js';
import type { Http, HttpRequest } from '../http.js';
import type { Account, Part } from '../platform.js';
import { fediverseFailures } from './failures.js';

const credentialsSchema = z.object({ accessToken: z.string().min(1) });

const statusSchema = z.object({ id: z.string().min(1), url: z.string().nullish() });
const pageSchema = z.array(statusSchema.extend({ created_at: z.iso.datetime({ offset: true }) }));
const sourceSchema = z.object({ text: z.string() });

/** The most that the platform gives in one page. */
const PAGE_SIZE = '40';

export interface FediverseClient {
  /** POST /api/v1/statuses. The platform answers a repeat of the key with the status that the first request made. */
  post(part: Part): Promise<Asked<z.infer<typeof statusSchema>>>;
  /** GET /api/v1/accounts/:id/statuses: the account's own statuses, newest first, those older than `maxId`. */
  statuses(maxId: string | null): Promise<Asked<z.infer<typeof pageSchema>>>;
  /** GET /api/v1/statuses/:id/source: the text as it was written, not the HTML made from it. */
  source(id: string): Promise<Asked<z.infer<typeof sourceSchema>>>;
}

/** The client that speaks for an account, or the failure of credentials that are of no use. */
export function connect(
  http: Http,
  account: Account,
  purpose: Purpose,
): { kind: 'connected'; client: FediverseClient } | FailedStep {
  const read = readCredentials(credentialsSchema, account, { platform: 'fediverse', purpose });
  if (read.kind === 'failed') return read;
  const { accessToken } = read.credentials;
  const context: Context = { platform: 'fediverse', purpose, secrets: [accessToken] };
  const headers = { authorization: `Bearer ${accessToken}` };

  const call = <T>(path: string, schema: z.ZodType<T>, request: Partial<HttpRequest> = {}): Promise<Asked<T>> => {
    const url = `${account.baseUrl}${path}`;
    const sent: HttpRequest = { method: 'GET', ...request, url, headers: { ...headers, ...request.headers } };
    return ask(http, sent, schema, fediverseFailures, context);
  };

  const client: FediverseClient = {
    post: (part) =>
      call('/api/v1/statuses', statusSchema, {
        method: 'POST',
        headers: { 'idempotency-key': part.key },
        json: { status: part.text, visibility: 'public' },
      }),
    statuses: (maxId) =>
      call(`/api/v1/accounts/${encodeURIComponent(account.accountId)}/statuses`, pageSchema, {
        query: { exclude_reblogs: 'true', limit: PAGE_SIZE, ...(maxId === null ? {} : { max_id: maxId }) },
      }),
    source: (id) => call(`/api/v1/statuses/${encodeURIComponent(id)}/source`, sourceSchema),
  };
  return { kind: 'connected', client };
}
