/** The catalogue's errors as OpenAPI responses: every message of a status, and its body. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { CATALOGUE, type ErrorCode, type ErrorDetails } from '../src/foundation/errors/catalogue.js';
import type { Entry } from '../src/foundation/errors/entry.js';
import { messageForm } from '../src/foundation/errors/message-form.js';
import { isoTime } from './fields.js';
import { toSchema } from './to-schema.js';

type Schema = OpenAPIV3_1.SchemaObject;

const limit = z.object({
  metric: z.string(),
  limit: z.int().nullable(),
  used: z.int().nullable(),
  requested: z.int().nullable(),
  remaining: z.int().nullable(),
  periodStart: isoTime.nullable(),
  periodEnd: isoTime.nullable(),
  planName: z.string(),
});

const counted = limit.extend({
  scope: z.enum(['account', 'connection']),
  blockedPlatforms: z.array(z.object({ platformSelection: z.string(), used: z.int(), remaining: z.int() })).optional(),
});

const issue = z.object({
  platform: z.string(),
  code: z.string(),
  message: z.string(),
  field: z.string(),
  severity: z.enum(['error', 'warning']),
  constraint: z.string().optional(),
  currentValue: z.number().optional(),
  maxValue: z.number().optional(),
  minValue: z.number().optional(),
  suggestions: z.array(z.string()).optional(),
});

const validation = z.object({
  valid: z.literal(false),
  errors: z.array(issue),
  warnings: z.array(issue),
  summary: z.object({ affectedPlatforms: z.array(z.string()), errorCount: z.int(), warningCount: z.int() }),
});

const platformResponse = z.object({
  details: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
  status: z.int().nullable().optional(),
});

/** The details of errors whose body is more than `{ error }`, in each shape that they have. */
const DETAILS = {
  POST_LIMIT_REACHED: [counted],
  SCHEDULED_POST_LIMIT_REACHED: [counted],
  SCHEDULE_HORIZON_REACHED: [limit.extend({ scheduledTime: isoTime, maxScheduledDate: isoTime })],
  CONNECTIONS_OVER_LIMIT: [limit.extend({ overLimitBy: z.int() })],
  PLATFORM_NOT_AVAILABLE: [
    limit.extend({ disallowedPlatforms: z.array(z.string()), allowedPlatforms: z.array(z.string()) }),
  ],
  VALIDATION_FAILED: [z.object({ validation })],
  REMOVE_COMMENT_FAILED: [z.object({ details: z.string().optional() })],
  REACT_FAILED: [platformResponse],
  REMOVE_REACTION_FAILED: [platformResponse],
  ACCOUNT_ON_HOLD: [z.object({ holdExpiresAt: isoTime.nullable(), holdReason: z.string().nullable() })],
} satisfies { [Code in ErrorCode]?: readonly z.ZodType<ErrorDetails<Code>>[] };

/** What scheduling a post can be refused for [plans/create-post]. */
export const SCHEDULING_LIMITS = [
  'EMAIL_NOT_CONFIRMED',
  'CONNECTIONS_OVER_LIMIT',
  'PLATFORM_NOT_AVAILABLE',
  'SCHEDULE_HORIZON_REACHED',
  'POST_LIMIT_REACHED',
  'SCHEDULED_POST_LIMIT_REACHED',
] as const satisfies readonly ErrorCode[];

/** The responses of these errors, by status. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, OpenAPIV3_1.ResponseObject> {
  const unique = [...new Set(codes)];
  const statuses = new Set(unique.flatMap(statusesOf));
  return Object.fromEntries(
    [...statuses].map((status) => [status, errorResponse(unique.filter((code) => statusesOf(code).includes(status)))]),
  );
}

const statusesOf = (code: ErrorCode): readonly number[] => {
  const { status, restStatus = status, forwards = [] } = CATALOGUE[code] as Entry<unknown>;
  return [restStatus, ...forwards];
};

function errorResponse(codes: readonly ErrorCode[]): OpenAPIV3_1.ResponseObject {
  const plain = codes.filter((code) => !(code in DETAILS));
  const bodies = [
    ...(plain.length > 0 ? [body({ error: oneOf(plain) })] : []),
    ...codes.filter((code) => code in DETAILS).map((code) => ({ $ref: `#/components/schemas/${code}` })),
  ];
  return {
    description: codes.map((code) => `- \`${messageForm(code)}\``).join('\n'),
    ...(codes.some(comesBack) && {
      headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } } },
    }),
    content: { 'application/json': { schema: anyOf(bodies) } },
  };
}

/** Whether a response may have Retry-After: every 500 does while the database is unavailable. */
const comesBack = (code: ErrorCode): boolean =>
  CATALOGUE[code].status === 500 || 'retryAfterSeconds' in CATALOGUE[code].details;

/** The bodies of the errors with more than `{ error }`, by code: what `errorResponses` refers to. */
export const errorSchemas = (): Record<string, Schema> =>
  Object.fromEntries(Object.keys(DETAILS).map((code) => [code, detailedBody(code as keyof typeof DETAILS)]));

/** The body that the catalogue makes of an error, and its details in each shape. */
function detailedBody(code: keyof typeof DETAILS): Schema {
  const { restBody } = CATALOGUE[code] as Entry<unknown>;
  const meanings: Record<string, string> = CATALOGUE[code].details;
  const message = messageForm(code);
  const fixed = Object.entries(restBody?.({ code, message, details: {} }) ?? { error: message }).map(
    ([name, value]) => [name, value === message ? oneOf([code]) : { const: value }] as const,
  );
  const bodies = DETAILS[code].map((shape) => {
    const { properties = {}, required = [] } = toSchema(shape, 'output');
    const described = Object.entries(properties).map(([name, schema]) => [
      name,
      { ...schema, description: meanings[name] },
    ]);
    return body(Object.fromEntries([...fixed, ...described]), [...fixed.map(([name]) => name), ...required]);
  });
  return anyOf(bodies);
}

const anyOf = <Body>(bodies: Body[]): Body | { anyOf: Body[] } => {
  const [only] = bodies;
  return only !== undefined && bodies.length === 1 ? only : { anyOf: bodies };
};

const body = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Any of these messages, with any text in place of their details. */
function oneOf(codes: readonly ErrorCode[]): Schema {
  const forms = codes.map((code) => messageForm(code));
  const fixed = forms.filter((form) => !PLACEHOLDER.test(form));
  const varying = forms.filter((form) => PLACEHOLDER.test(form));
  const enumerated = fixed.length > 0 ? [{ enum: fixed }] : [];
  return { type: 'string', ...anyOf([...enumerated, ...varying.map((form) => ({ pattern: toPattern(form) }))]) };
}

const PLACEHOLDER = /<\w+>/;

const toPattern = (form: string): string =>
  `^${form
    .split(PLACEHOLDER)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('[\\s\\S]*')}$`;
