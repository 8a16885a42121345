/**
 * GraphQL responds to arbitrary input in its own format, with errors that have a code and are not failures of the
 * service. The operations are generated from the schema, so new ones are covered automatically.
 */

import fc from 'fast-check';
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, OperationTypeNode } from 'graphql';
import { WebSocket } from 'ws';
import { newId } from '../../src/foundation/database/id.js';
import { connectTargets } from '../support/account.js';
import { anyText, grown, inputs, patienceMs, runs } from '../support/arbitraries.js';
import { oneWrong, spoilt } from '../support/arbitrary-operations.js';
import { anyContentType, anyHeader } from '../support/arbitrary-requests.js';
import { undocumentedErrors } from '../support/documented-errors.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Answer, startTwoAccounts } from './caller-and-stranger.js';
import { cursorOf } from './furnish.js';
import { anybody, anyOperation, fieldsOf, headersOf, operationsFor } from './graphql-input.js';

const RUNS = 20;
/** Runs of a property that covers all operations at once. */
const MANY = 100;

jest.setTimeout(patienceMs(RUNS, 120));
const world = startTwoAccounts({ groups: runs(RUNS).numRuns });

let schema: GraphQLSchema;
let codes: Set<string>;
beforeAll(async () => {
  schema = buildClientSchema((await graphql(world.service, {}, getIntrospectionQuery())).data);
  const { data } = await graphql(world.service, {}, '{ errorCodes { code status } }');
  const refusals = data.errorCodes.filter(({ status }: { status: number }) => status < 500);
  codes = new Set([...GRAPHQLS_OWN, ...PLATFORMS_OWN, ...refusals.map(({ code }: { code: string }) => code)]);
});

/** What the platform refuses is passed on, although a platform that fails makes it a 500 [network-errors/forwarded]. */
const PLATFORMS_OWN = [
  ...['ADD_COMMENT_FAILED', 'REMOVE_COMMENT_FAILED', 'REACT_FAILED', 'REMOVE_REACTION_FAILED'],
  ...['FETCH_REPLIES_FAILED', 'MANAGE_REPLY_FAILED', 'UNPUBLISH_FAILED'],
];

/** As the schema's ErrorCode has them. */
const GRAPHQLS_OWN = [
  ...['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'OPERATION_TOO_LARGE', 'OPERATION_RESOLUTION_FAILURE'],
  ...['BAD_USER_INPUT', 'BAD_REQUEST'],
];

/** What is accepted with a token from an e-mail, a code of an authenticator app, or another person, alone. */
const WANTS_A_CODE = [
  'confirmEmail',
  'resetPassword',
  'confirmTwoFactor',
  'disableTwoFactor',
  'regenerateRecoveryCodes',
  'requireTwoFactor',
  ...['acceptInvitation', 'changeMemberRole', 'removeMember', 'limitMember', 'leaveAccount', 'transferOwnership'],
  ...['approvePost', 'rejectPost', 'decideWithLink'],
];

const JSON_TYPE = { 'content-type': 'application/json' };
const post = async (body: string | Uint8Array, headers: Headers): Promise<Answer> =>
  world.ask({ method: 'POST', path: '/graphql', headers: { ...JSON_TYPE, ...headers }, body });

/** Fails unless a response is GraphQL's; returns whether there is an error in it. */
function isRefused({ status, headers, text }: Answer): boolean {
  expect(status).toBeLessThan(500);
  const { errors = [], extensions } = JSON.parse(text);
  expect(extensions).toEqual({ requestId: headers['x-request-id'], cost: expect.any(Object) });
  for (const error of errors) expect(codes).toContain(error.extensions?.code);
  return errors.length > 0;
}

describe('every operation over HTTP, with right and wrong values', () => {
  test.each([OperationTypeNode.QUERY, OperationTypeNode.MUTATION])('%s', async (kind) => {
    const fields = fieldsOf(schema, kind);
    const accepted = new Set<string>();
    const undocumented = new Set<string>();
    for (const field of fields) {
      const caller = await world.newCaller();
      const property = fc.asyncProperty(operationsFor(world, caller)(kind, field), anybody, async (operation, who) => {
        const answer = await post(JSON.stringify(operation), await headersOf(who, caller));
        const refused = isRefused(answer);
        for (const one of undocumentedErrors(operation.query, JSON.parse(answer.text).errors ?? []))
          undocumented.add(one);
        if (!refused) accepted.add(field.name);
      });
      await world.unharmed(() => fc.assert(property, runs(RUNS)));
    }
    expect([...undocumented]).toEqual([]);
    // What is sent gets behind the parsers.
    const open = fields.filter(({ name }) => !WANTS_A_CODE.includes(name));
    const never = open.filter(({ name }) => !accepted.has(name)).map(({ name }) => name);
    expect(`never accepted: ${never.length < 0.2 * open.length ? 'few' : never.join(', ')}`).toBe(
      'never accepted: few',
    );
  });

  test('a mutation of which one value is hardly one', async () => {
    const caller = await world.newCaller();
    const undocumented = new Set<string>();
    for (const field of fieldsOf(schema, OperationTypeNode.MUTATION)) {
      const operations = oneWrong(operationsFor(world, caller)(OperationTypeNode.MUTATION, field));
      const property = fc.asyncProperty(operations, async (operation) => {
        const answer = await post(JSON.stringify(operation), await headersOf('session', caller));
        isRefused(answer);
        for (const one of undocumentedErrors(operation.query, JSON.parse(answer.text).errors ?? []))
          undocumented.add(one);
      });
      await world.unharmed(() => fc.assert(property, runs(RUNS)));
    }
    expect([...undocumented]).toEqual([]);
  });

  test('a subscription is refused', async () => {
    const caller = await world.newCaller();
    for (const field of fieldsOf(schema, OperationTypeNode.SUBSCRIPTION)) {
      const operations = operationsFor(world, caller)(OperationTypeNode.SUBSCRIPTION, field);
      const property = fc.asyncProperty(operations, anybody, async (operation, who) => {
        expect(isRefused(await post(JSON.stringify(operation), await headersOf(who, caller)))).toBe(true);
      });
      await fc.assert(property, runs(RUNS));
    }
  });
});

test('what is nearly an operation, in what is nearly a request', async () => {
  const caller = await world.newCaller();
  const { anyJson } = inputs(caller.known);
  const operation = spoilt(anyOperation(world, caller, schema), schema);
  const parts = fc.dictionary(fc.constantFrom('query', 'variables', 'operationName', 'extensions'), anyJson);
  const json = fc.oneof(
    { weight: 6, arbitrary: operation },
    { weight: 1, arbitrary: fc.tuple(operation, parts).map(([right, wrong]) => ({ ...right, ...wrong })) },
    { weight: 1, arbitrary: fc.oneof(anyJson, fc.array(operation, { maxLength: 2 })) },
  );
  const anyBody = fc.oneof(
    { weight: 6, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.oneof(anyText, fc.uint8Array({ maxLength: 30 })) },
  );
  const anyHeaders = fc.record({ 'content-type': anyContentType, cookie: anyHeader }, { requiredKeys: [] });
  const property = fc.asyncProperty(anyBody, anyHeaders, anybody, async (body, headers, who) => {
    isRefused(await post(body, { ...headers, ...(await headersOf(who, caller)) }));
  });
  await world.unharmed(() => fc.assert(property, runs(MANY)));
});

describe('over a web socket', () => {
  /**
   * A server closes a client's socket with these: too large, malformed, not authorized, a name in use, or already
   * authorized.
   */
  const CLIENTS_FAULT = [1009, 4400, 4401, 4403, 4409, 4429];

  /** Sends messages and then a query, over a new socket. Either the query gets a response, or the socket closes. */
  async function converse(messages: string[]): Promise<void> {
    const socket = new WebSocket(world.service.wsUrl, 'graphql-transport-ws');
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    const answered = new Promise<string>((resolve) => {
      socket.on('message', (data) => {
        world.expectNothingOfOtherUser(data.toString());
        if (data.toString().startsWith('{"id":"last"')) resolve('answered');
      });
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const question = {
      id: 'last',
      type: 'subscribe',
      payload: { query: '{ viewer { id } postGroups { totalCount } }' },
    };
    for (const message of [...messages, JSON.stringify(question)]) socket.send(grown(message));
    const end = await Promise.race([closed, answered]);
    socket.close();
    await closed;
    expect(['answered', ...CLIENTS_FAULT]).toContain(end);
  }
  const init = (payload: Headers): string => JSON.stringify({ type: 'connection_init', payload });

  test('every subscription, with right and wrong values', async () => {
    const caller = await world.newCaller();
    for (const field of fieldsOf(schema, OperationTypeNode.SUBSCRIPTION)) {
      const operations = operationsFor(world, caller)(OperationTypeNode.SUBSCRIPTION, field);
      const property = fc.asyncProperty(operations, anybody, async (operation, who) => {
        const subscribe = { id: '1', type: 'subscribe', payload: operation };
        await converse([init(await headersOf(who, caller)), JSON.stringify(subscribe)]);
      });
      await world.unharmed(() => fc.assert(property, runs(RUNS)));
    }
  });

  test('messages of any kind', async () => {
    const caller = await world.newCaller();
    const { anyJson } = inputs(caller.known);
    const types = ['connection_init', 'subscribe', 'complete', 'ping', 'pong', 'next', 'error', 'connection_ack'];
    const keys = ['query', 'variables', 'operationName', 'extensions', 'x-api-key', 'cookie'];
    const message = fc.record(
      {
        type: fc.oneof(fc.constantFrom(...types), anyJson),
        id: fc.oneof(fc.constant('1'), anyJson),
        payload: fc.oneof(
          anyOperation(world, caller, schema),
          anyJson,
          fc.dictionary(fc.constantFrom(...keys), anyJson),
        ),
      },
      { requiredKeys: [] },
    );
    const written = fc.oneof(
      { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
      { weight: 1, arbitrary: anyText },
    );
    const first = fc.constantFrom([], [init({ 'x-api-key': caller.account.apiKey })]);
    const property = fc.asyncProperty(first, fc.array(written, { maxLength: 4 }), (before, messages) =>
      converse([...before, ...messages]),
    );
    await world.unharmed(() => fc.assert(property, runs(MANY)));
  });
});

describe('what longer runs found', () => {
  const run = async (query: string, variables: object): Promise<boolean> => {
    const { account } = await world.newCaller();
    await connectTargets(world.db, account.userId, ['fediverse-1']);
    return isRefused(await post(JSON.stringify({ query, variables }), { 'x-api-key': account.apiKey }));
  };
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { scheduledTime } } }';
  const input = { post: { content: 'Hi', platformIds: ['fediverse-1'] } };

  test.each(['0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'])(
    'a cursor of the year in %s is none',
    async (time) => {
      const query = 'query ($after: String) { postGroups(after: $after) { edges { cursor } } }';
      expect(
        await run(query, {
          after: cursorOf('postGroups by createdAt, descending', { time, id: newId() }),
        }),
      ).toBe(true);
    },
  );

  test('what is nested more deeply than the stack holds is refused, where a text or an object is meant', async () => {
    const since =
      'mutation ($input: RedeliverSkippedWebhookDeliveriesInput!) { redeliverSkippedWebhookDeliveries(input: $input) { count } }';
    expect(await run(since, { input: { webhookId: newId(), since: '@lists 50000' } })).toBe(true);
    expect(await run(CREATE, { input: { ...input, post: { ...input.post, platformSettings: '@lists 50000' } } })).toBe(
      true,
    );
  });

  test('a time whose zone takes it past the year 9999 is the last one', async () => {
    expect(await run(CREATE, { input: { ...input, scheduledTime: '9999-12-31T23:59:59-01:00' } })).toBe(false);
  });

  test('an idempotency key may hold what no text in Postgres can', async () => {
    expect(await run(CREATE, { input: { ...input, idempotencyKey: 'a\0b' } })).toBe(false);
  });
});
