/** Holds what is sent and answered to the OpenAPI document that the service serves. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Method } from './contract.js';

/** A request as it was sent, and its response. */
export interface Exchange {
  method: Method;
  /** With the prefix and the query. */
  path: string;
  headers: Record<string, string>;
  /** JSON where it was accepted; empty or undefined: none. */
  body: string | undefined;
  answer: { status: number; body: unknown };
}

type Schema = OpenAPIV3_1.SchemaObject;
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Content {
  content: { 'application/json': { schema: Schema } };
}
interface Operation {
  parameters: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content>;
}

/**
 * Throws when a response is not one that the document describes: its status, its body to the last field and word. What a
 * request was accepted with has to be in the document too. Paths that are not in it are not checked.
 */
export type HoldToDocument = (exchange: Exchange) => void;

export function makeHoldToDocument({ paths = {}, components }: OpenAPIV3_1.Document): HoldToDocument {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true }).addVocabulary(['components']);
  addFormats.default(ajv);
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();
  const check = (what: string, schema: Schema, value: unknown): void => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components });
    compiled.set(schema, validate);
    if (!validate(value)) {
      throw new Error(`${what} ${JSON.stringify(value)} is not as documented: ${ajv.errorsText(validate.errors)}`);
    }
  };
  const templates = Object.entries(paths).map(([path, operations]) => ({
    shape: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    operations: operations as unknown as Partial<Record<Method, Operation>>,
  }));

  return ({ method, path, headers, body, answer }) => {
    const { pathname, searchParams } = new URL(path, 'http://service');
    const found = templates.find(({ shape, operations }) => operations[method] && shape.test(pathname));
    const operation = found?.operations[method];
    if (!operation) return;
    const called = `${method.toUpperCase()} ${pathname}`;

    const response = operation.responses[answer.status];
    if (!response) throw new Error(`${called}: the document has no ${answer.status}: ${JSON.stringify(answer.body)}`);
    check(`${called}: the answer ${answer.status}`, response.content['application/json'].schema, answer.body);
    if (answer.status >= 300) return;

    const inPath = found.shape.exec(pathname)?.groups ?? {};
    const inHeader = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    for (const { name, in: place, schema } of operation.parameters) {
      const values = {
        path: () => [decodeURIComponent(inPath[name] ?? '')],
        query: () => searchParams.getAll(name),
        header: () => (name.toLowerCase() in inHeader ? [inHeader[name.toLowerCase()]] : []),
      }[place as 'path' | 'query' | 'header']();
      for (const value of values) check(`${called}: the accepted parameter ${name}`, schema, value);
    }
    const { requestBody } = operation;
    if (body && requestBody) {
      check(`${called}: the accepted body`, requestBody.content['application/json'].schema, JSON.parse(body));
    }
    if (!body && requestBody?.required) throw new Error(`${called}: it was accepted without a body`);
  };
}
