/** Requests to a route: what its part of the OpenAPI document describes, spoilt here and there, and what is no request. */
import fc from 'fast-check';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { RestSurface } from '../../rest-compat/rest-surface.js';
import type { AnyRoute } from '../../rest-compat/route.js';
import { anyText, type Inputs } from './arbitraries.js';
import type { Headers } from './graphql.js';

/** A request as it is sent, but for what in its body has to grow (`grown`). */
export interface Sent {
  method: string;
  path: string;
  headers: Headers;
  body?: string | Uint8Array;
}

interface Operation {
  parameters: { name: string; in: string; schema: OpenAPIV3_1.SchemaObject }[];
  requestBody?: { content: { 'application/json': { schema: OpenAPIV3_1.SchemaObject } } };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** As a URL has it. Half a character becomes the replacement character, as in every text that is sent. */
export const encoded = (value: unknown): string => encodeURIComponent(Buffer.from(asText(value)).toString());

/** A segment of a path. */
export const anySegment = fc.oneof(
  anyText.map(encoded),
  fc.stringMatching(/^[!"$-.0-9:;=@A-~]{1,30}$/),
  fc.constantFrom('%', '%zz', '%ff', '%00', '%2f', 'a%2f..%2fb', '..', '.', '%2e%2e', '', '*', ':postGroupId'),
);

export const anyHeader = fc.stringMatching(/^[!-~\x80-\xff]([\t -~\x80-\xff]{0,60}[!-~\x80-\xff])?$/);

/** A value as a header can carry it. */
export const inHeader = (value: unknown): string =>
  asText(value)
    .replace(/[^\t -~\x80-\xff]/g, '?')
    .trim();

const OTHER_HEADERS = ['accept', 'origin', 'cookie', 'x-api-key', 'x-forwarded-for', 'if-none-match', 'range'];
const ENCODINGS = ['gzip', 'deflate', 'br', 'identity', 'x'];
const CONTENT_TYPES = [
  ...['application/json; charset=utf-16', 'application/json; charset=x', 'application/json;', 'json', 'text/plain'],
  ...['multipart/form-data', 'application/x-www-form-urlencoded', 'application/vnd.api+json'],
];
export const anyContentType = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  { weight: 2, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
  { weight: 1, arbitrary: anyHeader },
);

const NO_JSON = ['{"content":"Hi",', "{'a':1}", '{}{}', '\ufeff{}', '{"content":"a","content":1}', '"\\ud800"', '-'];

/** Most requests have no such header. */
export const rarely = (value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** The requests to a route that its document's operation describes; `credentials` are those of its API surface. */
export function requestsTo(
  { prefix }: RestSurface,
  { method, path }: AnyRoute,
  document: OpenAPIV3_1.Document,
  credentials: Headers,
  { mixed, described, anyJson }: Inputs,
): fc.Arbitrary<Sent> {
  const template = prefix + path.replace(/:(\w+)/g, '{$1}');
  const operations = document.paths?.[template] as Record<string, unknown>;
  const { parameters, requestBody } = operations[method] as Operation;
  const fields = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }) => [name, mixed(described(schema, name))] as const);

  const segments = fields('path').map(([, value]) =>
    fc.oneof({ weight: 5, arbitrary: value.map(encoded) }, { weight: 1, arbitrary: anySegment }),
  );
  const anyPath = fc
    .tuple(...segments)
    .map((values) => template.split(/\{\w+\}/).reduce((before, after, index) => before + values[index - 1] + after));

  const pairs = fields('query').map(([name, value]) =>
    fc.tuple(fc.constantFrom(name, name, name, `${name}[]`, `${name}[a]`), value),
  );
  const anyPair = fc.oneof(...pairs, fc.tuple(anyText, anyJson)).map((pair) => pair.map(encoded).join('='));
  const raw = fc.stringMatching(/^[!"$-~]{0,20}$/);
  const anyQuery = fc
    .array(fc.oneof({ weight: 6, arbitrary: anyPair }, { weight: 1, arbitrary: raw }), { maxLength: 5 })
    .map((query) => (query.length > 0 ? `?${query.join('&')}` : ''));

  const header = (value: fc.Arbitrary<unknown>) => rarely(fc.oneof(value.map(inHeader), anyHeader));
  const opening = (credential: string) =>
    fc.oneof(
      { weight: 30, arbitrary: fc.constant(credential) },
      { weight: 1, arbitrary: anyHeader },
      { weight: 1, arbitrary: anyHeader.map((other) => `${other}; ${credential}; ${other}`) },
    );
  const anyHeaders = fc
    .record({
      ...Object.fromEntries(OTHER_HEADERS.map((name) => [name, rarely(anyHeader)])),
      ...Object.fromEntries(fields('header').map(([name, value]) => [name, header(value)])),
      'content-encoding': rarely(fc.constantFrom(...ENCODINGS)),
      'content-type': anyContentType,
      ...Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, opening(value)])),
    })
    .map(
      (headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Headers,
    );

  const schema = requestBody?.content['application/json'].schema;
  const json = (schema ? mixed(described(schema)) : anyJson).map((value) => JSON.stringify(value));
  const anyBody = fc.oneof(
    { weight: 14, arbitrary: json },
    { weight: 1, arbitrary: fc.oneof(anyText, fc.constantFrom(...NO_JSON)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }) },
    // A byte that is none of UTF-8.
    { weight: 1, arbitrary: json.map((text) => Buffer.from(text.replace(/[a-z]/, '\xff'), 'latin1')) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

  return fc
    .record({ path: anyPath, query: anyQuery, headers: anyHeaders, body: anyBody })
    .map(({ path, query, headers, body }) => ({
      method: method.toUpperCase(),
      path: path + query,
      headers,
      ...(body !== undefined && { body }),
    }));
}
