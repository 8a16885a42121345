/** Checks a request of the sandbox's log against the endpoints of its platform. */
import type { z } from 'zod';
import type { Endpoint, Logged, PlatformWire } from './endpoint.js';

export interface Checked {
  /** The endpoint that the request is for; null: there is none. */
  endpoint: Endpoint | null;
  /** What is wrong, as a message. */
  findings: string[];
}

export function check(wire: PlatformWire, request: Logged): Checked {
  const candidates = wire.endpoints.filter((endpoint) => servesPath(endpoint, request)).sort(moreLiteral);
  const endpoint = candidates.find((each) => originOf(each) === originSent(request)) ?? candidates[0];
  if (!endpoint) return { endpoint: null, findings: ['there is no such endpoint'] };
  const findings = [
    ...checkOrigin(endpoint, request),
    ...checkVersion(wire, endpoint, request),
    ...checkAuthorization(endpoint, request),
    ...checkContentType(endpoint, request),
    ...checkValues('header', endpoint.headers, request.headers),
    ...(endpoint.query
      ? checkValues('parameter', endpoint.query, request.query)
      : Object.keys(request.query).map((name) => `unknown parameter ${name}`)),
    ...checkValues('field', endpoint.body, bodyOf(request)),
  ];
  return { endpoint, findings };
}

/** JSON or form of a request; the files of a form are fields of it. */
export function bodyOf({ body, headers }: Logged): unknown {
  if (!headers['content-type']?.startsWith('multipart/form-data')) return body;
  const { fields, files } = body as { fields: object; files: { field: string }[] };
  return { ...fields, ...Object.fromEntries(files.map(({ field, ...about }) => [field, about])) };
}

const parts = ({ address }: Endpoint) => /^([A-Z]+) (?:(https:\/\/[^/]+)(\/.*)|\{[^}]+\})$/.exec(address) ?? [];

/** Null: that of the account, or of an address that the platform gave. */
const originOf = (endpoint: Endpoint): string | null => {
  const [, , origin = '{'] = parts(endpoint);
  return origin.includes('{') ? null : origin;
};
const originSent = ({ url }: Logged): string | null => url && new URL(url).origin;

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
const pathOf = (endpoint: Endpoint): RegExp => {
  const [, , , path = ''] = parts(endpoint);
  return endpoint.given ?? new RegExp(`^${escaped(path).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
};

const servesPath = (endpoint: Endpoint, { method, path }: Logged): boolean =>
  parts(endpoint)[1] === method && pathOf(endpoint).test(path);

/** `/me` before `/{id}`. */
const moreLiteral = (one: Endpoint, other: Endpoint): number =>
  one.address.split('{').length - other.address.split('{').length;

function checkOrigin(endpoint: Endpoint, request: Logged): string[] {
  const [own, sent] = [originOf(endpoint), originSent(request)];
  return own === sent ? [] : [`goes to ${sent ?? 'no host of the platform'} instead of ${own ?? 'the address given'}`];
}

function checkVersion({ versions }: PlatformWire, endpoint: Endpoint, { path }: Logged): string[] {
  const version = pathOf(endpoint).exec(path)?.groups?.version;
  return version === undefined || versions?.test(version) ? [] : [`the version ${version} does not live`];
}

function checkAuthorization({ auth = 'Bearer' }: Endpoint, { headers }: Logged): string[] {
  const scheme = headers.authorization?.split(' ')[0] ?? 'none';
  return scheme === auth ? [] : [`authorization is ${scheme} instead of ${auth}`];
}

function checkContentType({ contentType = 'none' }: Endpoint, { headers }: Logged): string[] {
  const sent = headers['content-type'] ?? 'none';
  const types = [contentType].flat();
  if (types.some((type) => isOfType(type, sent))) return [];
  return [`content type is ${sent} instead of ${types.join(' or ')}`];
}

/** The boundary of a form is its client's; anything else is sent to the letter. */
const isOfType = (type: string, sent: string): boolean =>
  type.endsWith('/*') ? sent.startsWith(type.slice(0, -1)) : sent.replace(/; boundary=.*/, '') === type;

function checkValues(what: string, schema: z.ZodType | undefined, value: unknown): string[] {
  const read = schema?.safeParse(value);
  return (read?.error?.issues ?? []).flatMap((issue) => describe(what, issue, value));
}

function describe(what: string, issue: z.core.$ZodIssue, value: unknown): string[] {
  const path = issue.path.map(String);
  const name = path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `unknown ${what} ${[...path, key].join('.')}`);
  }
  if (issue.code === 'invalid_union') {
    // Of several forms, that with the fewest objections is meant.
    const [closest] = issue.errors
      .map((issues) =>
        issues.flatMap((each) => describe(what, { ...each, path: [...issue.path, ...each.path] }, value)),
      )
      .sort((one, other) => one.length - other.length);
    if (closest?.length) return closest;
  }
  if (isMissing(value, path)) return [`missing ${what} ${name}`];
  return [`${what} ${name}: ${issue.message}`];
}

function isMissing(value: unknown, path: readonly string[]): boolean {
  const found = path.reduce<unknown>((rest, key) => (rest as Record<string, unknown> | undefined)?.[key], value);
  return found === undefined;
}
