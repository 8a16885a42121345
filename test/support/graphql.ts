import { type Client, createClient } from 'graphql-ws';
import request from 'supertest';
import { WebSocket } from 'ws';
import type { OperationCost } from '../../src/api/charge-operation.js';
import { CATALOGUE } from '../../src/foundation/errors/catalogue.js';
import type { Entry } from '../../src/foundation/errors/entry.js';
import { guidanceOf } from '../../src/foundation/errors/guidance.js';
import { undocumentedErrors } from './documented-errors.js';
import type { Service } from './service.js';

export interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
  data: any;
  errors?: {
    message: string;
    path?: (string | number)[];
    extensions: Record<string, unknown>;
    /** What every error has besides, and the field of the input that it is about. */
    guidance?: Record<string, unknown>;
  }[];
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
  return withoutGuidance(answer.body);
}

/**
 * The response with its errors' guidance apart from their codes and details. In every test, it fails if an error of an
 * operation has none, or another one than its code.
 */
export function withoutGuidance(answer: GraphqlAnswer): GraphqlAnswer {
  const errors = answer.errors?.map((error) => {
    if (!error.path) return error;
    const { fault, advice, retryable, documentation, field, ...extensions } = error.extensions;
    const guidance = { fault, advice, retryable, documentation, field };
    const { code } = extensions;
    if (code !== 'UNPUBLISH_FAILED') expect(guidance).toMatchObject(guidanceOf(String(code)));
    if (String(code) in CATALOGUE) expect(documentation).toMatch(new RegExp(`^http.*/docs/errors/${code}$`));
    const own = code === 'UNPUBLISH_FAILED' ? { fault, advice } : {};
    // Not enumerable: tests compare whole errors.
    return Object.defineProperty({ ...error, extensions: { ...own, ...extensions } }, 'guidance', { value: guidance });
  });
  return { ...answer, ...(errors && { errors }) };
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
