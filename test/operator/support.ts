/** Operators, and what they do in the console. */
import request, { type Response } from 'supertest';
import { runAdmin } from '../../src/compose/run-admin.js';
import { type Guarded, newGuarded } from '../graphql/two-factor.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import type { TestDatabase } from '../support/database.js';
import type { Headers } from '../support/graphql.js';
import type { Service } from '../support/service.js';

export const CONSOLE = { OPERATOR_CONSOLE: 'true' };

/** What scripts get from `npm run --silent admin -- --json …`. */
export async function admin(db: Pick<TestDatabase, 'url'>, ...args: string[]) {
  let [out, error] = ['', ''];
  const code = await runAdmin(['--json', ...args], {
    env: {
      DATABASE_URL: db.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      LOG_LEVEL: 'silent',
    },
    readInput: async () => '',
    write: (text) => (out += text),
    writeError: (text) => (error += text),
  });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

/** Somebody with the flag and a second factor. */
export async function newOperator(service: Service, db: TestDatabase): Promise<Guarded> {
  const member = await newGuarded(service, db);
  await admin(db, 'set-flags', member.email, '--operator', 'on');
  return member;
}

/** One operation of the console, as a browser sends it. */
export const send = (
  { url }: Pick<Service, 'url'>,
  headers: Headers,
  query: string,
  variables: object = {},
): Promise<Response> => request(url).post('/operator/graphql').set(headers).send({ query, variables }).then();

/** The data of an operation, which may have no errors. */
export async function run(service: Pick<Service, 'url'>, headers: Headers, query: string, variables: object = {}) {
  const { status, body } = await send(service, headers, query, variables);
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.data;
}

/** Why an operation was refused, in words. */
export async function refusal(service: Pick<Service, 'url'>, headers: Headers, query: string, variables: object = {}) {
  const { body } = await send(service, headers, query, variables);
  expect(body.errors?.[0]?.extensions.code).toBe('OPERATOR_ACTION_REFUSED');
  return body.errors[0].message as string;
}

export interface Event {
  action: string;
  actor: string;
  actorName: string | null;
  ownerId: string | null;
  details: Record<string, unknown>;
}

/** The newest event of the audit log. */
export async function lastEvent(db: TestDatabase): Promise<Event> {
  const { events } = await admin(db, 'audit');
  const { action, actor, actorName, ownerId, details } = events[0];
  return { action, actor, actorName, ownerId, details };
}
