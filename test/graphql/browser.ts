import { parseSetCookie, type SetCookie } from 'cookie';
import request from 'supertest';
import { newId } from '../../src/database/id.js';
import type { GraphqlAnswer, Headers } from '../support/graphql.js';
import type { Service } from '../support/service.js';

/** An answer with what its cookie says, and what the browser that got it sends from then on. */
export interface Visit {
  body: GraphqlAnswer;
  cookie: SetCookie | undefined;
  browser: Headers;
}

export interface Person {
  email: string;
  password: string;
}

export interface Member extends Person {
  userId: string;
  browser: Headers;
}

export const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { confirmationRequired } }';
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { userId expiresAt } }';
export const SIGN_OUT = 'mutation { signOut { ended } }';

/** One operation as a browser sends it. */
export async function visit(service: Service, headers: Headers, query: string, input?: object): Promise<Visit> {
  const answer = await request(service.url).post('/graphql').set(headers).send({ query, variables: { input } });
  const [header] = [answer.headers['set-cookie'] ?? []].flat();
  const cookie = header === undefined ? undefined : parseSetCookie(header);
  return { body: answer.body, cookie, browser: cookie ? { cookie: `${cookie.name}=${cookie.value}` } : {} };
}

/** Somebody without an account. */
export const newPerson = (): Person => ({ email: `${newId()}@example.com`, password: `correct horse ${newId()}` });

/** Somebody who has just signed up, and in. */
export async function newMember(service: Service): Promise<Member> {
  const person = newPerson();
  await visit(service, {}, SIGN_UP, person);
  const { body, browser } = await signIn(service, person);
  return { ...person, userId: body.data.signIn.userId, browser };
}

export const signIn = (service: Service, { email, password }: Person, headers: Headers = {}): Promise<Visit> =>
  visit(service, headers, SIGN_IN, { email, password });

export const viewer = (service: Service, headers: Headers): Promise<Visit> =>
  visit(service, headers, '{ viewer { id email displayName plan managed } }');

export const codeOf = ({ body }: Visit): unknown => body.errors?.[0]?.extensions.code;
