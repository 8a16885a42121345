import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import request from 'supertest';
import { API_ROUTES, DASHBOARD_ROUTES } from '../../rest-compat/routes.js';
import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { CATALOGUE, type ErrorCode } from '../../src/foundation/errors/catalogue.js';
import type { Entry } from '../../src/foundation/errors/entry.js';
import { messageForm } from '../../src/foundation/errors/message-form.js';
import { type Exchange, type HoldToDocument, makeHoldToDocument } from './conformance.js';
import { startContract, UNKNOWN_ID } from './contract.js';

const contract = startContract({});
const ask = (path: string) => request(contract.service.url).get(path);

type Json = Record<string, unknown>;
interface Operation {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean }[];
  security: Json[];
  responses: Record<string, { description: string }>;
}

let document: OpenAPIV3_1.Document;
let operations: Operation[];
beforeAll(async () => {
  document = (await ask('/api/v1/openapi.json')).body;
  operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ ...operation, method, path })),
  );
});

/** Every value under a key of this name, however deep. */
function valuesOf(key: string, within: unknown): unknown[] {
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(key, value)]);
}

describe('GET /api/v1/openapi.json', () => {
  test('needs no key and may be read by any site', async () => {
    const { status, headers } = await ask('/api/v1/openapi.json').set('Origin', 'https://elsewhere.example');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'x-request-id': expect.any(String),
    });
  });

  test.each(['post', 'put', 'delete'] as const)('%s is not registered', async (method) => {
    const answer = await request(contract.service.url)[method]('/api/v1/openapi.json');
    expect([answer.status, answer.type]).toEqual([404, 'text/html']);
  });
});

describe('the document is OpenAPI 3.1', () => {
  test('its version and the one of the API, the licence and the server', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toEqual({
      title: expect.any(String),
      version: '1',
      license: { name: expect.any(String), identifier: JSON.parse(readFileSync('package.json', 'utf8')).license },
      description: expect.any(String),
    });
    expect(document.servers).toEqual([{ url: '/' }]);
  });

  test('every schema in it is one of JSON Schema 2020-12, without an unknown keyword or format', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true }).addVocabulary(['components']);
    addFormats.default(ajv);
    const { components } = document;
    const schemas = [...valuesOf('schema', document.paths), ...Object.values(components?.schemas ?? {})];
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas) ajv.compile({ ...(schema as object), components });
  });

  test('every reference leads somewhere', () => {
    const references = valuesOf('$ref', document) as string[];
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? '';
      expect(Object.keys(document.components?.schemas ?? {})).toContain(name);
    }
  });

  test('every operation has a unique id, a summary, responses with descriptions, and a described security scheme', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, responses, security } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(summary).not.toBe('');
      for (const { description } of Object.values(responses)) expect(description).not.toBe('');
      expect(security.flatMap(Object.keys)).toEqual([expect.stringMatching(/^(x-api-key|service_session)$/)]);
    }
    expect(Object.keys(document.components?.securitySchemes ?? {})).toEqual(['x-api-key', 'service_session']);
  });

  test('the parameters of a path are those that it names, and no parameter is there twice', () => {
    for (const { path, parameters } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(named);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const all = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

describe('the document and the routes are one', () => {
  test('it lists exactly the rows', () => {
    const rows = [
      ...API_ROUTES.map(({ method, path }) => `${method} /api/v1${path}`),
      ...DASHBOARD_ROUTES.map(({ method, path }) => `${method} ${path}`),
    ];
    const listed = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    expect(listed.sort()).toEqual(rows.sort());
  });

  test('every operation responds without a key as it says', async () => {
    for (const { method, path, responses } of operations) {
      const answer = await request(contract.service.url)[method as 'get'](path.replace(/\{\w+\}/g, UNKNOWN_ID));
      expect(answer.status).toBe(401);
      expect(responses[401]?.description).toContain(`\`${answer.body.error}\``);
    }
  });

  /** GraphQL's, the login's and the connection page's, or defined and never answered [dashboard/account-on-hold]. */
  const NOT_OVER_REST: ErrorCode[] = [
    'ACCOUNT_ELSEWHERE',
    'ACCOUNT_EXPORT_LINK_INVALID',
    'ACCOUNT_EXPORT_THROTTLED',
    'ACCESS_TOKEN_EXPIRED',
    'ACCESS_TOKEN_INVALID',
    'APPLICATION_NOT_FOUND',
    'AUTHORIZATION_REQUEST_INVALID',
    'CONSENT_FROM_ELSEWHERE',
    'DIRECTORY_UNAVAILABLE',
    'OPERATOR_ACTION_REFUSED',
    'OPERATOR_GETS_NO_ACCESS',
    'OPERATOR_READS_ONLY',
    'OPERATOR_SECOND_FACTOR_REQUIRED',
    'POSTS_TOO_MANY',
    'POST_GROUP_CHANGED',
    'POST_GROUP_NOT_RETRYABLE',
    'SUBSCRIPTION_REQUIRED',
    'SIGN_UP_DISABLED',
    'SIGN_IN_FAILED',
    'SIGN_IN_THROTTLED',
    'SIGN_UP_THROTTLED',
    'ACCOUNT_MAIL_THROTTLED',
    'COOKIES_UNAVAILABLE',
    'PASSWORD_INVALID',
    'PASSWORD_WEAK',
    'PASSWORD_THROTTLED',
    'CURRENT_PASSWORD_WRONG',
    'EMAIL_LINK_INVALID',
    'SECOND_FACTOR_INVALID',
    'SECOND_FACTOR_NOT_BEGUN',
    'SECOND_FACTOR_OFF',
    'SECOND_FACTOR_ON',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_THROTTLED',
    'SESSION_NOT_FOUND',
    'SOCKET_LIMIT_REACHED',
    'SOCKET_OPERATION_LIMIT_REACHED',
    'SUBSCRIPTION_LIMIT_REACHED',
    'CONNECTION_PAGE_EXPIRED',
    'PLATFORM_NOT_CONNECTABLE',
    'CREDENTIAL_FIELD_INVALID',
    'CONNECTION_REFUSED',
    'CHANNEL_LIMIT_REACHED',
    'CALENDAR_FEED_NOT_FOUND',
    'OVERRIDE_TARGET_INVALID',
    'OVERRIDE_NOT_A_TARGET',
    'OVERRIDE_DUPLICATE',
    'OVERRIDES_TOO_LONG',
    'CONNECTIONS_NOT_FOUND',
    'PLATFORM_POST_NOT_FOUND',
    'PLATFORM_POST_NOT_RETRYABLE',
    'PLATFORM_POST_NOT_UNPUBLISHABLE',
    'PLATFORM_CANNOT_UNPUBLISH',
    'TIME_ZONE_INVALID',
    'UNPUBLISH_FAILED',
    'UPDATE_EMPTY',
    'OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED',
    'FILTER_INVALID',
    'FRAMING_INVALID',
    'ID_INVALID',
    'URL_INVALID',
    'MEDIA_IN_USE',
    'MEDIA_NOT_READY',
    'MEDIA_NOT_REPLACEABLE',
    'MEDIA_SOURCE_INVALID',
    'MEDIA_TOO_MANY',
    'MEDIA_URL_INVALID',
    'PAGE_INVALID',
    'CURSOR_EXPIRED',
    'CONTENT_TYPE_INVALID',
    'PLATFORM_NOT_CONFIGURED',
    'RETURN_ADDRESS_INVALID',
    'LOGIN_CHOICE_EMPTY',
    'LOGIN_DENIED',
    'LOGIN_ELSEWHERE',
    'LOGIN_EXPIRED',
    'LOGIN_FROM_ELSEWHERE',
    'LOGIN_ISSUER_MISMATCH',
    'LOGIN_OF_ANOTHER',
    'LOGIN_REFUSED',
    'LOGIN_UNKNOWN',
    'LOGIN_USED',
    'LOGIN_WITHOUT_ACCOUNT',
    'WEBHOOK_DELIVERY_NOT_FOUND',
    'WEBHOOK_DELIVERY_PENDING',
    'WEBHOOK_INACTIVE',
    'WEBHOOK_URL_NOT_PUBLIC',
    // Posting schedules and queues.
    'POSTING_SCHEDULE_LIMIT_REACHED',
    'POSTING_SCHEDULE_NAME_INVALID',
    'POSTING_SCHEDULE_NAME_TAKEN',
    'POSTING_SCHEDULE_NOT_FOR_POST',
    'POSTING_SCHEDULE_NOT_FOUND',
    'POSTING_TIMES_INVALID',
    'QUEUE_CHANGED',
    'QUEUE_FULL',
    'QUEUE_ORDER_INVALID',
    'SCHEDULE_AND_TIME',
    // Recurrences.
    'OCCURRENCE_HAS_POST',
    'OCCURRENCE_NOT_FOUND',
    'OCCURRENCE_PAST',
    'RECURRENCE_ENDED',
    'RECURRENCE_LIMIT_REACHED',
    'RECURRENCE_NOT_FOUND',
    'RECURRENCE_RULE_INVALID',
    'RECURRENCE_START_INVALID',
    'RECURRENCE_TEXTS_INVALID',
    // Push notifications.
    'PUSH_SUBSCRIPTION_INVALID',
    // Labels.
    'LABELS_TOO_MANY',
    'LABEL_CHANGES_INVALID',
    'LABEL_LIMIT_REACHED',
    'LABEL_NAME_INVALID',
    'LABEL_NAME_TAKEN',
    'LABEL_NOT_FOUND',
    'LABEL_TARGETS_NOT_FOUND',
    // Members, roles, approvals, comments, history, feeds and snippets.
    // Members, roles, approvals, comments, history, snippets and imports.
    'POST_VERSION_NOT_FOUND',
    'APPROVALS_OFF',
    'APPROVAL_COMMENT_TOO_LONG',
    'APPROVAL_COUNT_INVALID',
    'APPROVAL_DECIDED_BEFORE',
    'APPROVAL_NOT_OF_DRAFT',
    'APPROVAL_NOT_PENDING',
    'APPROVAL_NOT_SCHEDULABLE',
    'APPROVAL_OF_OWN',
    'APPROVAL_OUTDATED',
    'APPROVAL_REQUIRED',
    'APPROVAL_TOO_LATE',
    'REPORT_LINK_INPUT_INVALID',
    'REPORT_LINK_INVALID',
    'REPORT_LINK_LIMIT_REACHED',
    'REPORT_LINK_NOT_FOUND',
    'APPROVAL_LINK_INVALID',
    'APPROVAL_LINK_INVALID_INPUT',
    'APPROVAL_LINK_LIMIT_REACHED',
    'APPROVAL_LINK_NOT_FOUND',
    'COMMENT_THREAD_NOT_FOUND',
    'TEAM_COMMENT_BODY_INVALID',
    'TEAM_COMMENT_LIMIT_REACHED',
    'TEAM_COMMENT_MENTIONS_INVALID',
    'TEAM_COMMENT_NOT_FOUND',
    'TEAM_COMMENT_NOT_YOURS',
    'ACCOUNT_NOT_RECONNECTED',
    'RECOVERY_HOURS_INVALID',
    'LINK_PARAMETERS_INVALID',
    'LINK_SCOPE_INVALID',
    'SCHEDULED_POSTS_INVALID',
    'SIGNATURE_INVALID',
    'LIBRARY_FILES_IN_USE',
    'LIBRARY_FILES_PUBLISHING',
    'LIBRARY_FILES_SCHEDULED',
    'LIBRARY_FILES_TOO_MANY',
    'LIBRARY_FILE_NOT_FOUND',
    'LIBRARY_NAME_INVALID',
    'FEED_BUSY',
    'FEED_FETCHES_TOO_MANY',
    'FEED_FILTER_INVALID',
    'FEED_LIMITS_INVALID',
    'FEED_LIMIT_REACHED',
    'FEED_NAME_INVALID',
    'FEED_NAME_TAKEN',
    'FEED_NOT_FOUND',
    'FEED_NOT_READ',
    'FEED_TEMPLATE_INVALID',
    'FEED_URL_INVALID',
    'IMPORT_COLUMNS_INVALID',
    'IMPORT_FILE_INVALID',
    'IMPORT_HAS_PROBLEMS',
    'IMPORT_BEING_UNDONE',
    'IMPORT_LIMIT_REACHED',
    'IMPORT_NOT_FOUND',
    'SNIPPET_LIMIT_REACHED',
    'SNIPPET_NAME_INVALID',
    'SNIPPET_NAME_TAKEN',
    'SNIPPET_NOT_FOUND',
    'SNIPPET_TEXT_INVALID',
    'SNIPPET_VALUES_INVALID',
    'INVITATION_FOR_ANOTHER',
    'INVITATION_INVALID',
    'INVITATION_NEEDS_SIGN_IN',
    'INVITATION_NOT_FOUND',
    'INVITATION_THROTTLED',
    'MANAGED_USERS_INVALID',
    'MEMBERSHIP_ENDED',
    'MEMBERSHIP_LIMIT_REACHED',
    'MEMBER_EXISTS',
    'MEMBER_IS_OWNER',
    'MEMBER_LIMIT_REACHED',
    'MEMBER_NOT_FOUND',
    'PERMISSION_REQUIRED',
    'ROLE_NOT_GIVEN',
    'TWO_FACTOR_SETUP_REQUIRED',
    // The two routes of process-video stream, and are no rows.
    'VIDEO_MISSING',
    'VIDEO_FORMAT_INVALID',
    'VIDEO_TOO_LARGE',
  ];

  test('it names every message of the catalogue, but for those that no REST route returns', () => {
    const named = new Set(
      operations.flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, { description }]) =>
          description.split('\n').map((line) => `${status} ${line}`),
        ),
      ),
    );
    const codes = Object.keys(CATALOGUE) as ErrorCode[];
    const unnamed = codes.filter((code) => !named.has(`${restStatus(code)} - \`${messageForm(code)}\``));
    expect(unnamed.sort()).toEqual(NOT_OVER_REST.sort());
  });

  const restStatus = (code: ErrorCode): number =>
    (CATALOGUE[code] as Entry<unknown>).restStatus ?? CATALOGUE[code].status;

  test('every REST error with more fields than its message has a schema', () => {
    const codes = (Object.keys(CATALOGUE) as ErrorCode[]).filter((code) => !NOT_OVER_REST.includes(code));
    const detailed = codes.filter((code) => CATALOGUE[code].restBody !== undefined);
    expect(Object.keys(document.components?.schemas ?? {}).sort()).toEqual(detailed.sort());
  });

  test('the defaults of platformSettings are those that are stored', () => {
    const path = document.paths?.['/api/v1/create-post']?.post?.requestBody;
    const [settings] = valuesOf('platformSettings', path) as [{ anyOf: [{ properties: Record<string, Json> }] }];
    const defaults = Object.entries(settings.anyOf[0].properties).map(([platform, { anyOf }]) => {
      const [{ properties }] = anyOf as [{ properties: Record<string, { default: unknown }> }];
      return [platform, Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.default]))];
    });
    expect(Object.fromEntries(defaults)).toEqual(DEFAULT_SETTINGS);
  });
});

describe('a contract test fails on what the document does not say', () => {
  const id = 'f'.repeat(24);
  const created = { success: true, postGroupId: id };
  const good: Exchange = {
    method: 'post',
    path: '/api/v1/create-post',
    headers: { 'x-api-key': 'key' },
    body: JSON.stringify({ content: 'Hi', platforms: ['fediverse-1'] }),
    answer: { status: 200, body: created },
  };
  const limits = { used: 3, requested: 1, remaining: 0, periodStart: null, periodEnd: null, planName: 'Starter' };
  const limit = {
    ...{ error: 'Scheduled post limit reached', code: 'SCHEDULED_POST_LIMIT_REACHED' },
    message: 'Scheduled post limit reached. Your Starter plan allows 3 scheduled platform posts at a time.',
    ...{ metric: 'posts.scheduled_active', limit: 3, ...limits, scope: 'account' },
  };
  let hold: HoldToDocument;
  beforeAll(() => {
    hold = makeHoldToDocument(document);
  });

  test.each<[string, Partial<Exchange>]>([
    ['an accepted request and its answer', {}],
    ['a refusal', { answer: { status: 400, body: { error: 'Content is required' } } }],
    ['a refusal with a detail', { answer: { status: 400, body: { error: 'Invalid platform ID format: a\nb' } } }],
    ['a limit', { answer: { status: 403, body: limit } }],
    ['a path that is not in it', { path: '/api/v1/no-such-route', answer: { status: 404, body: {} } }],
    ['a method that is not in it', { method: 'put', answer: { status: 404, body: {} } }],
    [
      'a refused request with an invalid body',
      { body: '{', answer: { status: 401, body: { error: 'Invalid API key' } } },
    ],
  ])('not on %s', (_name, change) => {
    hold({ ...good, ...change });
  });

  test.each<[string, RegExp, Partial<Exchange>]>([
    ['another status', /has no 201/, { answer: { status: 201, body: created } }],
    ['a field too many', /additional properties/, { answer: { status: 200, body: { ...created, id } } }],
    ['a field too few', /required property/, { answer: { status: 200, body: { success: true } } }],
    ['a field of another type', /must be string/, { answer: { status: 200, body: { ...created, postGroupId: 1 } } }],
    ['another message', /allowed values/, { answer: { status: 400, body: { error: 'Content is missing' } } }],
    [
      'a message of another status',
      /allowed values/,
      { answer: { status: 401, body: { error: 'Content is required' } } },
    ],
    [
      'a message of another route',
      /allowed values/,
      { answer: { status: 500, body: { error: 'Failed to update post' } } },
    ],
    [
      'a limit without its numbers',
      /required property/,
      { answer: { status: 403, body: { ...limit, used: undefined } } },
    ],
    ['an accepted body that is not as described', /accepted body/, { body: JSON.stringify({ content: 5 }) }],
    ['a body that is missing', /without a body/, { body: undefined }],
    ['an accepted header', /accepted parameter/, { headers: { 'idempotency-key': 'k'.repeat(256) } }],
  ])('%s', (_name, message, change) => {
    expect(() => hold({ ...good, ...change })).toThrow(message);
  });
});

describe('GET /api/v1/docs', () => {
  const addressesIn = (html: string) =>
    [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => `${address}`);

  test('a page that needs no key and lets nothing in from outside', async () => {
    const { status, type, headers } = await ask('/api/v1/docs');
    expect([status, type]).toEqual([200, 'text/html']);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
    expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*/);
  });

  test('all that it is made of comes from the service', async () => {
    const { text } = await ask('/api/v1/docs');
    const types = await Promise.all(addressesIn(text).map(async (path) => [path, await ask(path)] as const));
    expect(types.map(([path, { status, type }]) => [path, status, type])).toEqual([
      ['/api/v1/docs/favicon-32x32.png', 200, 'image/png'],
      ['/api/v1/docs/swagger-ui.css', 200, 'text/css'],
      ['/api/v1/docs/swagger-ui-bundle.js', 200, 'text/javascript'],
      ['/api/v1/docs/page.js', 200, 'text/javascript'],
    ]);
  });

  test('its script shows the document and sends it nowhere to be checked; its style loads nothing', async () => {
    const [script, style] = [await ask('/api/v1/docs/page.js'), await ask('/api/v1/docs/swagger-ui.css')];
    expect(script.text).toContain("url: '/api/v1/openapi.json'");
    expect(script.text).toContain("validatorUrl: 'none'");
    expect(style.text).not.toMatch(/@import|url\(["']?(?!["']?data:)/);
  });

  test('scripts and styles are separate files, because the policy refuses inline ones', async () => {
    const { text } = await ask('/api/v1/docs');
    expect(text).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
    expect(text.match(/<script/g)).toHaveLength(2);
  });

  test.each(['package.json', 'swagger-ui.js', 'swagger-ui-bundle.js.map', '..%2fpackage.json'])(
    'nothing else of the package is served: docs/%s',
    async (file) => {
      expect((await ask(`/api/v1/docs/${file}`)).status).toBe(404);
    },
  );
});
