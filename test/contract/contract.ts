import request, { type Response } from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import type { Prism } from '../client-tools/prism.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { openService, type Running, type Wanted } from '../support/service.js';
import { type HoldToDocument, makeHoldToDocument } from './conformance.js';

export interface Answer {
  status: number;
  body: Response['body'];
}

/** One caller of one API surface: /api/v1, or the dashboard's routes. A body that is a string is sent as it is, under the content type of JSON. */
export interface Caller {
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  delete(path: string, headers?: Headers): Promise<Answer>;
  /** The whole answer, with its headers. */
  raw(method: Method, path: string, body?: unknown, headers?: Headers): Promise<Response>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A service for one test file, with one account. Its fields are set in `beforeAll`. */
export interface Contract extends Running {
  sandbox: Sandbox;
  account: TestAccount;
  /** The account's owner as a caller. */
  owner: Caller;
  as(headers: Headers): Caller;
  /** A caller of the dashboard's routes, which have no prefix. */
  dashboard(headers: Headers): Caller;
  /** What every caller does with what it sent and got; a test that sends a request without one does it itself. */
  holdToDocument: HoldToDocument;
}

/**
 * Opens a service for a file and closes it at its end. Every answer must be one that its OpenAPI document describes.
 * Every 500 that a caller saw must be in the log, and nothing else: as an error, and `logged` says what those lines hold,
 * or as information without a stack, where the request was malformed. `unlogged` says what a 500 says that is a
 * platform's trouble and none of the service's own. With THROUGH_PRISM, requests pass through Prism (`npm run test:clients`).
 */
export function startContract({
  logged,
  unlogged,
  ...wanted
}: Wanted & { logged?: RegExp; unlogged?: RegExp }): Contract {
  const contract = {} as Contract;
  let failures = 0;
  let prism: Prism | undefined;

  const callerAt = (prefix: string, own: Headers): Caller => {
    const raw: Caller['raw'] = async (method, path, body, headers = {}) => {
      const sentHeaders = { ...own, ...headers };
      const sentBody = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      // Prism itself refuses a body that is no JSON.
      const { url } = typeof body === 'string' ? contract.service : (prism ?? contract.service);
      const sent = request(`${url}${prefix}`)[method](path).set(sentHeaders);
      if (sentBody !== undefined) sent.type('json').send(sentBody);
      const answer = await sent;
      prism?.expectNoViolation(answer);
      if (answer.status === 500 && !unlogged?.test(answer.body.error)) failures += 1;
      contract.holdToDocument({ method, path: `${prefix}${path}`, headers: sentHeaders, body: sentBody, answer });
      return answer;
    };
    const call = async (...parameters: Parameters<Caller['raw']>): Promise<Answer> => {
      const { status, body } = await raw(...parameters);
      return { status, body };
    };
    return {
      raw,
      get: (path, headers) => call('get', path, undefined, headers),
      post: (path, body, headers) => call('post', path, body, headers),
      put: (path, body, headers) => call('put', path, body, headers),
      patch: (path, body, headers) => call('patch', path, body, headers),
      delete: (path, headers) => call('delete', path, undefined, headers),
    };
  };

  const as = (headers: Headers) => callerAt('/api/v1', headers);

  beforeAll(async () => {
    const running = await openService(wanted);
    const { db, service } = running;
    Object.assign(contract, running);
    contract.sandbox = await startSandbox({ port: 0 });
    const { body: document } = await request(service.url).get('/api/v1/openapi.json');
    contract.holdToDocument = makeHoldToDocument(document);
    if (process.env.THROUGH_PRISM)
      prism = await (await import('../client-tools/prism.js')).openPrism(document, service.url);
    contract.account = await createAccount(db);
    contract.owner = as({ 'x-api-key': contract.account.apiKey });
    contract.as = as;
    contract.dashboard = (headers) => callerAt('', headers);
  });

  afterAll(async () => {
    const { service, sandbox } = contract;
    try {
      const malformed = () => service.output.filter((line) => line.includes('"msg":"A request was malformed"'));
      await eventually(async () => service.errors.length + malformed().length >= failures || undefined);
      const lines = service.errors.splice(0);
      expect(lines.filter((line) => !logged?.test(line))).toEqual([]);
      expect(lines.length + malformed().length).toBe(failures);
      for (const line of malformed()) {
        expect(JSON.parse(line)).toMatchObject({ level: 30, code: expect.any(String), requestId: expect.any(String) });
        expect(line).not.toContain('"stack"');
      }
    } finally {
      await prism?.close();
      await sandbox?.close();
      await contract.close?.();
    }
  });

  return contract;
}

/** A refusal in the contract's shape. */
export const refused = (status: number, error: string): Answer => ({ status, body: { error } });

export const POST_GROUP_ID = expect.stringMatching(/^[0-9a-f]{24}$/);
export const ISO_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const UNKNOWN_ID = 'f'.repeat(24);

/** A malformed id: no 24 hexadecimal characters. */
export const MALFORMED_IDS = ['abc', 'g'.repeat(24), 'f'.repeat(23), 'f'.repeat(25), '%20', "1'--", '%00'];

export const HOUR = 3_600_000;
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

/** The service goes by the clock of its database, as it was last read; it may be off by the time that took. */
const CLOCK_MS = 250;

/** That a time is between `since` and this moment. */
export function expectNow(time: string, since: number): void {
  expect(Date.parse(time)).toBeGreaterThanOrEqual(since - CLOCK_MS);
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now() + CLOCK_MS);
}

/** Creates a post group and answers its id. */
export async function create(caller: Caller, body: object = {}): Promise<string> {
  const answer = await caller.post('/create-post', { content: 'Hi', platforms: ['fediverse-1'], ...body });
  expect(answer).toEqual({ status: 200, body: { success: true, postGroupId: POST_GROUP_ID } });
  return answer.body.postGroupId;
}

/** Waits until every post of a group has ended; then returns the response of get-post. */
export const finished = (caller: Caller, postGroupId: string): Promise<Answer['body']> =>
  eventually(async () => {
    const { body } = await caller.get(`/get-post/${postGroupId}`);
    return body.processingStatus === 'finished' ? body : undefined;
  });
