import { fediverseFailures } from '../../src/platforms/fediverse/failures.js';
import type { Context, Purpose } from '../../src/platforms/kit/failed-step.js';
import { type FailureTable, responseFailure } from '../../src/platforms/kit/failure-table.js';
import { messengerFailures } from '../../src/platforms/messenger/failures.js';
import { microblogFailures } from '../../src/platforms/microblog/failures.js';
import { networkFailures } from '../../src/platforms/network/failures.js';
import { photogramFailures } from '../../src/platforms/photogram/failures.js';
import { pinboardFailures } from '../../src/platforms/pinboard/failures.js';
import { shortvideoFailures } from '../../src/platforms/shortvideo/failures.js';
import { skyfeedFailures } from '../../src/platforms/skyfeed/failures.js';
import { socialpageFailures } from '../../src/platforms/socialpage/failures.js';
import { threadtalkFailures } from '../../src/platforms/threadtalk/failures.js';
import { sessionFailures, videohubFailures } from '../../src/platforms/videohub/failures.js';
import { makeAnswer } from './support.js';

const context = (purpose: Purpose): Context => ({ platform: 'fediverse', purpose, secrets: [] });
const failureOf = (table: FailureTable, answer: ReturnType<typeof makeAnswer>, purpose: Purpose = 'write') =>
  responseFailure(answer, table, context(purpose)).failure;

const TABLES = {
  fediverse: fediverseFailures,
  pinboard: pinboardFailures,
  microblog: microblogFailures,
  network: networkFailures,
  photogram: photogramFailures,
  threadtalk: threadtalkFailures,
  shortvideo: shortvideoFailures,
  videohub: videohubFailures,
  'videohub, upload sessions': sessionFailures,
  socialpage: socialpageFailures,
  skyfeed: skyfeedFailures,
  messenger: messengerFailures,
};
/** Errors of gateways, in the forms that they have by default. */
const GATEWAYS = [
  { error: { code: 403, message: 'Forbidden' } },
  { error: { message: 'Forbidden' } },
  { code: 403, message: 'Forbidden' },
  { message: 'Forbidden' },
  { error: 'Forbidden' },
  { status: 403, error: 'Forbidden', path: '/' },
  { error: { message: 'Forbidden', type: 'forbidden', code: 403 } },
  { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } },
  { error: { code: 'rate_limit_exceeded', message: 'Slow down', type: 'rate_limit' } },
  { error: 'Forbidden', message: 'No', statusCode: 403 },
  { status: 403, error: 'Forbidden', message: 'Access Denied', path: '/', timestamp: '2026-03-04T05:06:07Z' },
  { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'No', instance: '/' },
  { type: 'https://tools.ietf.org/html/rfc9110#section-15.5.4', title: 'Forbidden', status: 403, traceId: '00-1' },
  { type: 'https://developers.cloudflare.com/1015/', title: 'Error 1015', status: 429, detail: 'No', error_code: 1015 },
  { success: false, errors: [{ code: 1015, message: 'No' }], messages: [], result: null },
  { code: 'TOO_MANY_REQUESTS', message: 'Slow down' },
  { code: 900901, message: 'Invalid Credentials', description: 'No' },
  { code: 3, message: 'rpc error', details: [] },
  { fault: { faultstring: 'Quota exceeded', detail: { errorcode: 'policies.ratelimit.QuotaViolation' } } },
  { httpCode: '403', httpMessage: 'Forbidden', moreInformation: 'No' },
  { __type: 'ThrottlingException', message: 'Rate exceeded' },
];
/** Errors of gateways in a platform's own form, but with other codes or words, or a field more or less. */
const NEARLY_OWN = [
  [pinboardFailures, 429, { code: 8, message: 'resource exhausted', details: [] }],
  [pinboardFailures, 403, { code: 7, message: 'permission denied', details: [] }],
  [pinboardFailures, 429, { code: 8, message: 'resource exhausted' }],
  [pinboardFailures, 429, { code: 429, message: 'Too Many Requests' }],
  [pinboardFailures, 401, { code: 16, message: 'unauthenticated' }],
  [pinboardFailures, 403, { code: 7, message: 'permission denied' }],
  ...[400, 404, 406, 409, 413, 422, 451].map(
    (status) => [pinboardFailures, status, { code: status, message: 'No' }] as const,
  ),
  ...[
    [400, 'Bad request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [409, 'Conflict'],
    [413, 'Payload too large.'],
  ].map(([status, message]) => [pinboardFailures, Number(status), { code: 1, message }] as const),
  [pinboardFailures, 429, { code: 8, message: 'Rate limited' }],
  [pinboardFailures, 400, { code: 3, message: 'The field is not known' }],
  [pinboardFailures, 404, { code: 5, message: 'No such route' }],
  [pinboardFailures, 405, { code: 12, message: 'No such method' }],
  ...[
    [400, 'Bad Request'],
    [400, 'bad request'],
    [400, undefined],
    [401, 'Unauthorized: invalid token'],
    [403, 'Forbidden'],
    [403, 'Forbidden by administrative rules'],
    [403, 'Forbidden: access denied by policy'],
    [403, undefined],
    [404, 'Not Found: no route'],
    [405, 'Method Not Allowed'],
    [409, 'Conflict'],
    [429, 'Too Many Requests'],
    [451, 'Unavailable For Legal Reasons'],
  ].map(
    ([code, description]) => [messengerFailures, Number(code), { ok: false, error_code: code, description }] as const,
  ),
  [
    messengerFailures,
    429,
    { ok: false, error_code: 429, description: 'Rate limit exceeded', parameters: { retry_after: 3 } },
  ],
  [messengerFailures, 403, { ok: false, description: 'Forbidden: bot was kicked from the channel chat' }],
  // The server's status is always that of its body.
  [messengerFailures, 200, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }],
  [messengerFailures, 403, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }],
] as const;
test.each(NEARLY_OWN)(
  'at the step that publishes, a gateway’s error nearly in the form of a platform says nothing: %#',
  (...[table, status, body]) => {
    expect(failureOf(table, makeAnswer(status, body))).toMatchObject({
      code: 'PLATFORM_SERVER_ERROR',
      outcome: 'unknown',
    });
  },
);

describe.each(Object.entries(TABLES))('%s', (_, table) => {
  test.each(GATEWAYS)('at the step that publishes, %j of a gateway says nothing', (body) => {
    for (const status of [401, 403, 429]) {
      expect(failureOf(table, makeAnswer(status, body))).toMatchObject({
        code: 'PLATFORM_SERVER_ERROR',
        outcome: 'unknown',
      });
    }
  });
});

/** Errors that the platform may have written, or a gateway: at the step that publishes, a lookup follows. */
const DOUBTFUL = [
  [fediverseFailures, 403, { error: 'Access to this API has been disallowed' }, 'PERMISSION_DENIED'],
  [fediverseFailures, 422, { error: 'Statuses are closed' }, 'INVALID_CONTENT'],
  [fediverseFailures, 429, { error: 'Too many requests, please try again later.' }, 'RATE_LIMITED'],
  [microblogFailures, 403, { errors: [{ code: 453, message: 'No access' }] }, 'PERMISSION_DENIED'],
  [microblogFailures, 429, { title: 'Too Many Requests', type: 'about:blank', status: 429 }, 'RATE_LIMITED'],
  [networkFailures, 403, { status: 403, message: 'Access denied' }, 'PERMISSION_DENIED'],
  [networkFailures, 429, { status: 429, message: 'Too Many Requests' }, 'RATE_LIMITED'],
  [skyfeedFailures, 403, { error: 'AccessDenied', message: 'No' }, 'PERMISSION_DENIED'],
  [skyfeedFailures, 400, { error: 'InvalidRequest', message: 'No', statusCode: 400 }, 'INVALID_CONTENT'],
] as const;
test.each(DOUBTFUL)(
  'an error that a gateway may have written keeps its code and words, and leaves the outcome open: %#',
  (table, status, body, code) => {
    const answer = makeAnswer(status, body);
    expect(failureOf(table, answer)).toMatchObject({ code, outcome: 'unknown', platformStatusCode: status });
    expect(failureOf(table, answer, 'prepare')).toMatchObject({ code, outcome: 'rejected' });
  },
);

// Otherwise, the access would be renewed and the request repeated without a lookup.
test.each([
  [fediverseFailures, { error: 'Token is not known' }],
  [microblogFailures, { errors: [{ code: 89, message: 'Token is not known' }] }],
  [networkFailures, { status: 401, message: 'Token is not known' }],
  [skyfeedFailures, { error: 'BadToken', message: 'Token is not known' }],
] as const)('a refusal of the access that a gateway may have written is no such refusal: %#', (table, body) => {
  expect(failureOf(table, makeAnswer(401, body))).toMatchObject({ code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown' });
});
