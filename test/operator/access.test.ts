/** Who may open the operator's console: nobody but operators with a second factor, and only where it is on. */

import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, getNamedType, isNonNullType, isObjectType } from 'graphql';
import request from 'supertest';
import { TYPE_DEFINITIONS } from '../../src/operator/type-definitions.js';
import { newMember, signIn, visit } from '../graphql/browser.js';
import { BEGIN, CONFIRM, codeOfApp, type Guarded } from '../graphql/two-factor.js';
import { createAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { makeOperator } from '../support/login.js';
import { startService, useService } from '../support/service.js';
import { admin, CONSOLE, lastEvent, newOperator, run, send } from './support.js';

// Before the database is dropped.
afterAll(() => without.stop());
const { db, service } = await useService({ env: { ...CONSOLE, GRAPHQL_OPERATION_POINTS: '2000' } });
/** On the same database, without the console. */
const without = await startService({ db, roles: 'api' });

const schema = buildSchema(TYPE_DEFINITIONS);
const publicSchema = buildSchema(readFileSync('schema.graphql', 'utf8'));

const EXAMPLES: Record<string, string> = {
  Boolean: 'true',
  DateTime: '"2100-01-01T00:00:00Z"',
  BannerLevel: 'info',
  PostConditions: '{}',
};

/** An operation for each field of the roots, with an example of each argument that it needs. */
const operationsOf = (of: GraphQLSchema): string[] =>
  [of.getQueryType(), of.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map(({ name, args, type }) => {
      const given = args
        .filter(({ type: one, defaultValue }) => isNonNullType(one) && defaultValue === undefined)
        .map((one) => `${one.name}: ${EXAMPLES[getNamedType(one.type).name] ?? '"x"'}`);
      const selection = isObjectType(getNamedType(type)) ? ' { __typename }' : '';
      const operation = root === of.getQueryType() ? 'query' : 'mutation';
      return `${operation} { ${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection} }`;
    }),
  );

const EVERY_OPERATION = [...operationsOf(schema), '{ __schema { types { name } } }', '{ nonsense }'];

let operator: Guarded;
beforeAll(async () => {
  operator = await newOperator(service, db);
});

async function everybodyElse(): Promise<Record<string, Headers>> {
  const account = await createAccount(db);
  const guardedUser = await newMember(service);
  await account.manage();
  const operatorsKey = await createAccount(db);
  await makeOperator(db, operatorsKey.userId);
  return {
    anonymous: {},
    'API key': { 'x-api-key': account.apiKey },
    'API key of an operator': { 'x-api-key': operatorsKey.apiKey },
    'bearer token of an operator': { authorization: `Bearer ${operatorsKey.apiKey}` },
    'session of a user': guardedUser.browser,
    'session and an API key': { ...operator.browser, 'x-api-key': operatorsKey.apiKey },
    'page of another site': { ...operator.browser, origin: 'https://other.example.com' },
  };
}

test('for everybody but operators, no operation exists, and no introspection', async () => {
  for (const [who, headers] of Object.entries(await everybodyElse())) {
    for (const operation of EVERY_OPERATION) {
      const { status, text } = await send(service, headers, operation);
      expect([who, operation, status, text]).toEqual([who, operation, 404, expect.stringContaining('Cannot POST')]);
    }
  }
});

test('an operator without two-factor authentication learns what to do, for each operation', async () => {
  const member = await newMember(service);
  await admin(db, 'set-flags', member.email, '--operator', 'on');
  for (const operation of EVERY_OPERATION) {
    const { status, body } = await send(service, member.browser, operation);
    expect([operation, status, body.errors[0].extensions.code, body.data]).toEqual([
      ...[operation, 403, 'OPERATOR_SECOND_FACTOR_REQUIRED'],
      undefined,
    ]);
    expect(body.errors[0].message).toContain('turn it on under Settings');
  }
  const enrollment = await visit(service, member.browser, BEGIN, { password: member.password });
  // One that is not confirmed is none.
  expect((await send(service, member.browser, '{ operator { id } }')).status).toBe(403);
  await visit(service, member.browser, CONFIRM, { code: codeOfApp(enrollment.body.data.beginTwoFactor.secret) });
  expect(await run(service, member.browser, '{ operator { id email } }')).toEqual({
    operator: { id: expect.any(String), email: member.email },
  });
});

test('the console is off unless it is switched on: also for operators', async () => {
  for (const operation of EVERY_OPERATION) {
    expect((await send(without, operator.browser, operation)).status).toBe(404);
  }
  for (const { url } of [service, without]) {
    const opened = await request(url).get('/operator/graphql?query={operator{id}}').set(operator.browser);
    expect(opened.status).toBe(404);
  }
});

test('the flag is granted and withdrawn by the command, which records it, and takes effect at once', async () => {
  const { email, browser, userId } = await newOperator(service, db);
  expect(await lastEvent(db)).toMatchObject({
    ...{ action: 'entitlements_changed', actor: 'operator', ownerId: userId, details: { isOperator: true } },
  });
  await run(service, browser, '{ operator { id } }');
  expect(await admin(db, 'set-flags', email, '--operator', 'off')).toMatchObject({ isOperator: false });
  expect((await send(service, browser, '{ operator { id } }')).status).toBe(404);
});

test('it ends with the session, the account and the second factor', async () => {
  const { email, browser, userId, password, secret } = await newOperator(service, db);
  await admin(db, 'hold', email);
  expect((await send(service, browser, '{ operator { id } }')).status).toBe(404);
  await admin(db, 'release', email);
  await run(service, browser, '{ operator { id } }');
  await admin(db, 'deactivate', email);
  expect((await send(service, browser, '{ operator { id } }')).status).toBe(404);
  await admin(db, 'activate', email);
  const again = await signIn(service, { email, password, code: codeOfApp(secret, 1) });
  await run(service, again.browser, '{ operator { id } }');
  await db.query(
    'DELETE FROM second_factors WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
    [userId],
  );
  expect((await send(service, again.browser, '{ operator { id } }')).status).toBe(403);
  await admin(db, 'remove-user', email, '--yes');
  expect((await send(service, again.browser, '{ operator { id } }')).status).toBe(404);
});

test('operators may look at the schema, of which the public one has nothing', async () => {
  const { __schema } = await run(service, operator.browser, '{ __schema { queryType { fields { name } } } }');
  expect(__schema.queryType.fields).toHaveLength(Object.keys(schema.getQueryType()?.getFields() ?? {}).length);
  const { data } = (await visit(service, {}, '{ __schema { types { name fields { name } } } }')).body;
  const names = new Set(data.__schema.types.map(({ name }: { name: string }) => name));
  for (const own of ['Operator', 'ListedAccount', 'Health', 'Setting', 'PostConditions'])
    expect(names).not.toContain(own);
  const mutations = (of: GraphQLSchema) => Object.keys(of.getMutationType()?.getFields() ?? {});
  expect(mutations(schema).filter((name) => mutations(publicSchema).includes(name))).toEqual([]);
  const { body } = await visit(service, operator.browser, '{ status { workersRunning } }');
  expect(body.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
});

test('the file that types the operations of the dashboard is this schema: npm run schema', () => {
  expect(readFileSync('src/operator/operator.graphql', 'utf8')).toBe(TYPE_DEFINITIONS.trimStart());
});

test('operations cost points of the operator, and one that costs too much is refused', async () => {
  const { body } = await send(service, operator.browser, '{ status { duePosts } }');
  const { cost } = body.extensions;
  expect(cost).toMatchObject({ requested: expect.any(Number), remaining: expect.any(Number) });
  const many = Array.from({ length: 15 }, (_, index) => `a${index}: posts(first: 100) { nodes { id text email } }`);
  const refused = await send(service, operator.browser, `{ ${many.join(' ')} }`);
  expect(refused.body.errors[0].extensions.code).toBe('OPERATION_TOO_LARGE');
  const batch = await request(service.url)
    .post('/operator/graphql')
    .set(operator.browser)
    .send([{ query: '{ operator { id } }' }]);
  expect(batch.status).toBe(400);
  // A form of another site, which needs no preflight.
  const form = await request(service.url)
    .post('/operator/graphql')
    .set(operator.browser)
    .type('text/plain')
    .send('{"query":"{ operator { id } }"}');
  expect(form.status).toBe(415);
});
