/** The reference of REST, made from its OpenAPI document: a page for each tag, a section for each operation. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { CATALOGUE, type ErrorCode } from '../foundation/errors/catalogue.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { blocks, code, prose, table } from './markdown.js';

const FOLDER = 'reference/rest';

/** How deep a body is shown. */
const MAX_DEPTH = 6;

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

type Operation = OpenAPIV3_1.OperationObject;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The code of each message. Some messages are those of several codes, which have the same meaning. */
const CODES = new Map((Object.keys(CATALOGUE) as ErrorCode[]).map((each) => [messageForm(each), each]));

/** The pages by their paths, `index.md` first. */
export function restPages(document: OpenAPIV3_1.Document): Map<string, string> {
  const sections = new Map<string, { title: string; text: string }[]>();
  for (const [path, item = {}] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const [tag = ''] = operation.tags ?? [];
      const title = `${method.toUpperCase()} ${path}`;
      sections.set(tag, [...(sections.get(tag) ?? []), { title, text: section(title, operation) }]);
    }
  }
  const fileOf = (tag: string) => `${tag.toLowerCase().replaceAll(' ', '-')}.md`;
  const pages = [...sections].map(
    ([tag, parts]) => [`${FOLDER}/${fileOf(tag)}`, blocks(`# ${tag}`, ...parts.map(({ text }) => text))] as const,
  );
  const index = blocks(
    '# REST reference',
    document.info.description?.trim(),
    'A running service has this document at `/api/v1/openapi.json`, and a page to try requests at `/api/v1/docs`. ' +
      'The [contract](../../contract/index.md) has the rules.',
    ...[...sections].map(([tag, parts]) =>
      blocks(
        `## ${tag}`,
        parts.map(({ title }) => `- [${code(title)}](./${fileOf(tag)}#${anchorOf(title)})`).join('\n'),
      ),
    ),
  );
  return new Map([[`${FOLDER}/index.md`, index], ...pages]);
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');

function section(title: string, { summary, description, parameters = [], requestBody, responses = {} }: Operation) {
  const given = parameters as (OpenAPIV3_1.ParameterObject & { schema: Schema })[];
  const bodyOf = (part: unknown) =>
    (part as OpenAPIV3_1.ResponseObject | undefined)?.content?.['application/json']?.schema as Schema | undefined;
  const body = bodyOf(requestBody);
  const [success, ...errors] = Object.entries(responses) as [string, OpenAPIV3_1.ResponseObject][];
  const answer = success && bodyOf(success[1]);
  return blocks(
    `## ${summary} {#${anchorOf(title)}}`,
    code(title),
    description && prose(description),
    given.length > 0 && '**Parameters**',
    table(
      ['Name', 'In', 'Type', 'Description'],
      given.map(({ name, in: place, required, schema, description: text = '' }) => [
        code(name),
        place,
        typeOf(schema),
        [required ? 'Required.' : '', prose(text)].filter(Boolean).join(' '),
      ]),
    ),
    body && '**Body**',
    body && table(['Field', 'Type', 'Description'], fieldsOf(body)),
    answer && `**Response** ${success[0]}`,
    answer && table(['Field', 'Type', 'Description'], fieldsOf(answer)),
    errors.length > 0 && '**Errors**',
    table(
      ['Status', 'Message'],
      errors.map(([status, response]) => [status, messagesOf(response)]),
    ),
  );
}

/** Each message of a status, as a link to the page of its code. */
const messagesOf = ({ description }: OpenAPIV3_1.ResponseObject) =>
  description
    .split('\n')
    .map((line) => {
      const message = /^- `([\s\S]*)`$/.exec(line)?.[1] ?? line;
      const errorCode = CODES.get(message);
      return errorCode ? `[${prose(message)}](../../errors/${errorCode}.md)` : prose(message);
    })
    .join('<br>');

/** The fields of a body, those of objects in it by their paths. */
function fieldsOf(schema: Schema, prefix = '', depth = 0): string[][] {
  if (depth > MAX_DEPTH) return [];
  const { properties = {}, required = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => [
    [
      code(`${prefix}${name}`),
      typeOf(field),
      [required.includes(name) ? '' : 'Optional.', prose(field.description ?? ''), defaultOf(field)]
        .filter(Boolean)
        .join(' '),
    ],
    ...fieldsOf(field, `${prefix}${name}.`, depth + 1),
  ]);
  const within = [...alternatives(schema), ...(schema.items ? [schema.items] : [])];
  return [...own, ...within.flatMap((each) => fieldsOf(each, prefix, depth + 1))];
}

const defaultOf = (schema: Schema) =>
  schema.default === undefined || schema.default === '' ? '' : `Default: ${code(JSON.stringify(schema.default))}.`;

const alternatives = ({ anyOf = [], oneOf = [] }: Schema): Schema[] => [...anyOf, ...oneOf];

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((each) => code(JSON.stringify(each))).join(', ');
  const others = alternatives(schema);
  if (others.length > 0) {
    // Alternatives without a type are what is ignored.
    return [...new Set(others.map(typeOf).filter((each) => each !== 'any'))].join(' or ') || 'any';
  }
  const { type = 'any', items } = schema;
  if (type === 'array') return `list of ${items ? typeOf(items) : 'any'}${boundsOf(schema.minItems, schema.maxItems)}`;
  const bounds = boundsOf(schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum);
  return `${[type].flat().join(' or ')}${bounds}`;
}

/** Bounds of whole numbers that mean "any" are not shown. */
function boundsOf(least?: number, most?: number): string {
  const shown = (bound?: number): bound is number => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (shown(least) && shown(most)) return ` (${least} to ${most})`;
  if (shown(most)) return ` (at most ${most})`;
  return shown(least) && least > 0 ? ` (at least ${least})` : '';
}
