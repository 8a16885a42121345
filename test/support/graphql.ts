import { type Client, createClient } from 'graphql-ws';
import request from 'supertest';
import { WebSocket } from 'ws';
import type { OperationCost } from '../../src/api/charge-operation.js';
import { CATALOGUE } from '../../src/foundation/errors/catalogue.js';
import type { Entry } from '../../src/foundation/errors/entry.js';
import { undocumentedErrors } from './documented-errors.js';
import type { Service } from './service.js';

export interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
  data: any;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions: { requestId: string; cost: OperationCost };
}

export type Headers = Record<string, string>;

/** The codes that only REST or a page has. */
const NOT_OVER_GRAPHQL = new Set<unknown>(
  Object.entries<Pick<Entry<unknown>, 'only'>>(CATALOGUE).flatMap(([code, { only }]) => (only ? [code] : [])),
);

/**
 * Runs one operation over HTTP. In every test, it fails if an operation returns an error that only other interfaces
 * have, or a mutation one that its description does not list.
 */
export async function graphql(
  service: Pick<Service, 'url'>,
  headers: Headers,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphqlAnswer> {
  const answer = await request(service.url).post('/graphql').set(headers).send({ query, variables });
  const { errors = [] }: GraphqlAnswer = answer.body;
  const foreign = errors.filter(({ extensions }) => NOT_OVER_GRAPHQL.has(extensions?.code));
  if (foreign.length > 0) throw new Error(`Not an error of GraphQL: ${JSON.stringify(foreign)}`);
  const undocumented = undocumentedErrors(query, errors);
  if (undocumented.length > 0) throw new Error(`Not in the description: ${undocumented.join(', ')}`);
  return answer.body;
}

/** A web socket of a caller; `params` are the headers under their HTTP names. */
export const openSocket = (service: Service, params: Headers): Client =>
  createClient({
    url: service.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: params,
    retryAttempts: 0,
    lazy: true,
  });

/** Collects the results of a subscription until `enough` returns true, then ends it. */
export async function collect<Event>(
  client: Client,
  query: string,
  variables: Record<string, unknown>,
  enough: (events: Event[]) => boolean,
): Promise<Event[]> {
  const events: Event[] = [];
  for await (const { data, errors } of client.iterate<Record<string, Event>>({ query, variables })) {
    if (errors) throw new Error(JSON.stringify(errors));
    events.push(...Object.values(data ?? {}));
    if (enough(events)) break;
  }
  return events;
}
