import { parseSetCookie, type SetCookie } from 'cookie';
import request from 'supertest';
import { DEVICE_COOKIE } from '../../src/domain/identity/access/device.js';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { newId } from '../../src/foundation/database/id.js';
import { undocumentedErrors } from '../support/documented-errors.js';
import { type GraphqlAnswer, type Headers, withoutGuidance } from '../support/graphql.js';
import type { Service } from '../support/service.js';

/** An answer with what its cookies say. */
export interface Visit {
  body: GraphqlAnswer;
  /** Of the session. */
  cookie: SetCookie | undefined;
  /** What a browser that keeps nothing but the session sends from then on. */
  browser: Headers;
  /** By which the account knows the browser again. */
  device: SetCookie | undefined;
}

export interface Person {
  email: string;
  password: string;
}

export interface Member extends Person {
  userId: string;
  browser: Headers;
  device: SetCookie | undefined;
}

export const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { confirmationRequired } }';
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } expiresAt } }';
export const SIGN_OUT = 'mutation { signOut { ended } }';

/** One operation as a browser sends it. */
export async function visit(service: Service, headers: Headers, query: string, input?: object): Promise<Visit> {
  const answer = await request(service.url).post('/graphql').set(headers).send({ query, variables: { input } });
  expect(undocumentedErrors(query, answer.body.errors ?? [])).toEqual([]);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((header) => parseSetCookie(header));
  const [cookie, device] = [SESSION_COOKIE, DEVICE_COOKIE].map((name) => cookies.find((one) => one.name === name));
  return { body: withoutGuidance(answer.body), cookie, browser: cookie ? sending(cookie) : {}, device };
}

/** The headers of a browser that has these cookies. */
export const sending = (...cookies: (SetCookie | undefined)[]): Headers => ({
  cookie: cookies.flatMap((one) => (one ? [`${one.name}=${one.value}`] : [])).join('; '),
});

/** Somebody without an account. */
export const newPerson = (): Person => ({ email: `${newId()}@example.com`, password: `correct horse ${newId()}` });

/** Somebody who has just signed up, and in. */
export async function newMember(service: Service): Promise<Member> {
  const person = newPerson();
  await visit(service, {}, SIGN_UP, person);
  const { body, browser, device } = await signIn(service, person);
  return { ...person, userId: body.data.signIn.viewer.id, browser, device };
}

export const signIn = (
  service: Service,
  { email, password, code }: Person & { code?: string },
  headers: Headers = {},
): Promise<Visit> => visit(service, headers, SIGN_IN, { email, password, ...(code !== undefined && { code }) });

export const viewer = (service: Service, headers: Headers): Promise<Visit> =>
  visit(service, headers, '{ viewer { id email displayName plan { key } managed } }');

export const codeOf = ({ body }: Visit): unknown => body.errors?.[0]?.extensions.code;
