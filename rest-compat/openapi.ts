/**
 * The OpenAPI document of the REST API, made from the rows that serve it: what a row does not have is not in it, and
 * what it has cannot be left out.
 */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { errorResponses, errorSchemas } from './error-responses.js';
import type { RestSurface } from './rest-surface.js';
import type { AnyRoute, RouteDoc } from './route.js';
import { toSchema } from './to-schema.js';
import { webhookDeliveries } from './webhook-deliveries.js';

type Document = OpenAPIV3_1.Document;
type Operation = OpenAPIV3_1.OperationObject;

export function openApi(surfaces: readonly RestSurface[], info: Document['info']): Document {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const surface of surfaces) {
    for (const row of surface.routes) {
      const path = surface.prefix + row.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [row.method]: operation(surface, row) };
    }
  }
  return {
    openapi: '3.1.1',
    info,
    // Wherever the document was read from.
    servers: [{ url: '/' }],
    paths,
    webhooks: webhookDeliveries(),
    components: {
      schemas: errorSchemas(),
      securitySchemes: Object.fromEntries(surfaces.map(({ security }) => [security.name, security])),
    },
  };
}

function operation(surface: RestSurface, row: AnyRoute): Operation {
  const { tag, summary, description, params, query, headers, body, errors } = row.doc;
  const refusals = row.method === 'get' ? surface.refusals : [...surface.refusals, ...surface.changeRefusals];
  return {
    operationId: row.name.replace(/^Rest/, surface.label).replace(/^./, (first) => first.toLowerCase()),
    tags: [surface.label || tag],
    summary,
    ...(description && { description }),
    security: [{ [surface.security.name]: [] }],
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...parameters('header', { ...surface.headers, ...headers }),
    ],
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      [row.success]: success(row.doc),
      ...errorResponses([...errors, row.otherwise, ...(body ? BODY_REFUSALS : []), ...refusals]),
    },
  };
}

/** What happens to a body that cannot be read. */
const BODY_REFUSALS = [
  'BODY_TYPE_UNSUPPORTED',
  'BODY_CHARSET_UNSUPPORTED',
  'BODY_ENCODING_UNSUPPORTED',
  'BODY_ENCODING_INVALID',
  'BODY_NOT_UTF8',
  'TEXT_NOT_PUBLISHABLE',
  'BODY_NOT_JSON',
  'BODY_TOO_LARGE',
  'BODY_TIMEOUT',
] as const;

const parameters = (location: 'path' | 'query' | 'header', fields: Record<string, z.ZodType> = {}) =>
  Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = toSchema(field, 'input');
    const parameter = {
      name,
      in: location,
      ...(description && { description }),
      required: location === 'path',
      schema,
    };
    // The type requires a schema of OpenAPI 3.0.
    return parameter as OpenAPIV3_1.ParameterObject;
  });

function requestBody(body: z.ZodObject): OpenAPIV3_1.RequestBodyObject {
  const schema = toSchema(body, 'input');
  const required = schema.required !== undefined || schema.minProperties !== undefined;
  return { required, content: { 'application/json': { schema } } };
}

function success({ response, responseHeaders }: RouteDoc): OpenAPIV3_1.ResponseObject {
  const headers = Object.entries(responseHeaders ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: 'Success',
    ...(responseHeaders && { headers: Object.fromEntries(headers) }),
    content: { 'application/json': { schema: toSchema(response, 'output') } },
  };
}
