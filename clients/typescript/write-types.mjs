/**
 * Writes src/operations.ts, the operations of the client and their types, from operations.graphql and schema.graphql. The
 * file is not committed: each build of the sources writes it when one of these has changed.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  print,
  stripIgnoredCharacters,
  typeFromAST,
  validate,
  visit,
} from 'graphql';

import { canBeNull, generatedOperations, operationName } from './generated-operations.mjs';

const root = path.join(import.meta.dirname, '../..');
const HEADER = '// Written by clients/typescript/write-types.mjs.\n';

/** The types in JSON. A time that is sent may be a Date, which JSON turns into a text. */
const SCALARS = { Boolean: 'boolean', Float: 'number', ID: 'string', Int: 'number', String: 'string' };
const OUTPUT = {
  ...SCALARS,
  BigInt: 'number',
  DateTime: 'string',
  JSONObject: 'Record<string, unknown>',
  LocalDate: 'string',
  URL: 'string',
};
const INPUT = { ...SCALARS, DateTime: 'string | Date', LocalDate: 'string', URL: 'string' };

const file = path.join(import.meta.dirname, 'src/operations.ts');
const text = indented(operations());
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  const complete = `${file}.${process.pid}`;
  writeFileSync(complete, text);
  // Replaced atomically: another process may be reading it.
  renameSync(complete, file);
}

function operations() {
  const schema = buildSchema(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
  const written = readFileSync(path.join(import.meta.dirname, 'operations.graphql'), 'utf8');
  const document = parse(`${written}\n${generatedOperations(schema, parse(written))}`);
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const named = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  /** Enums and inputs that are used: declarations by name. */
  const used = new Map([['ErrorCode', schema.getType('ErrorCode')]]);

  const scalar = (scalars, { name }) => {
    if (!(name in scalars)) throw new Error(`Which TypeScript type has ${name}?`);
    return scalars[name];
  };
  const nullable = (type, inner) => (isNonNullType(type) ? inner(type.ofType) : `${inner(type)} | null`);
  const list = (element) => `${/ /.test(element) ? `(${element})` : element}[]`;

  function outputType(type, selections) {
    return nullable(type, (bare) => {
      if (isListType(bare)) return list(outputType(bare.ofType, selections));
      if (isEnumType(bare)) used.set(bare.name, bare);
      if (isEnumType(bare)) return bare.name;
      if (isInterfaceType(bare)) return '{ __typename: string; id: string }';
      return isObjectType(bare) ? objectType(bare, selections) : scalar(OUTPUT, bare);
    });
  }

  /** A selection of one fragment has the type of the fragment. */
  function objectType(type, selections) {
    const [first] = selections;
    if (selections.length === 1 && first.kind === Kind.FRAGMENT_SPREAD) return first.name.value;
    return `{\n${fieldsOf(type, selections)}\n}`;
  }

  function fieldsOf(type, selections) {
    return selections
      .map(({ name, selectionSet }) => {
        const field = type.getFields()[name.value];
        return `${comment(field)}${name.value}: ${outputType(field.type, selectionSet?.selections ?? [])};`;
      })
      .join('\n');
  }

  function inputType(type) {
    if (isListType(type)) return `readonly ${list(nullable(type.ofType, inputType))}`;
    if (isEnumType(type) || isInputObjectType(type)) used.set(type.name, type);
    return isEnumType(type) || isInputObjectType(type) ? type.name : scalar(INPUT, type);
  }
  const inputField = ({ name, type, defaultValue }) => {
    const isRequired = isNonNullType(type) && defaultValue === undefined;
    return `${name}${isRequired ? '' : '?'}: ${nullable(type, inputType)}${isRequired ? '' : ' | undefined'};`;
  };

  const ofFragments = fragments.map(({ name, typeCondition, selectionSet }) => {
    const type = schema.getType(typeCondition.name.value);
    return `${comment(type)}export interface ${name.value} {\n${fieldsOf(type, selectionSet.selections)}\n}\n`;
  });

  const ofOperations = named.map((operation) => {
    const name = operation.name.value;
    const type = schema.getRootType(operation.operation);
    const variables = operation.variableDefinitions.map(({ variable, type: ast }) =>
      inputField({ name: variable.name.value, type: typeFromAST(schema, ast) }),
    );
    const text = stripIgnoredCharacters(print(withoutFragments(operation, fragments)));
    return [
      `export type ${name}Data = ${objectType(type, operation.selectionSet.selections)};\n`,
      `export type ${name}Variables = {\n${variables.join('\n')}\n};\n`,
      `export const ${name} = '${text}' as TypedDocument<${name}Data, ${name}Variables>;\n`,
    ].join('\n');
  });

  const ofApi = apiOf(schema, named, outputType);

  const ofUsed = [];
  // Inputs lead to further ones while they are written.
  for (const type of used.values()) {
    if (isEnumType(type)) {
      const values = type.getValues().map((value) => `${comment(value)}| '${value.name}'`);
      ofUsed.push(`${comment(type)}export type ${type.name} =\n${values.join('\n')};\n`);
    } else {
      const fields = Object.values(type.getFields()).map((field) => `${comment(field)}${inputField(field)}`);
      ofUsed.push(`${comment(type)}export interface ${type.name} {\n${fields.join('\n')}\n}\n`);
    }
  }
  return [
    HEADER,
    "import type { CallOptions } from './call-options.js';\nimport type { TypedDocument } from './typed-document.js';\n",
    ...ofUsed,
    ...ofFragments,
    ...ofOperations,
    ...ofApi,
  ].join('\n');
}

/** The methods of `client.api`: one for each query, mutation and subscription, under its name. */
function apiOf(schema, named, outputType) {
  const fieldsOf = (root) => Object.values(root.getFields());
  const calls = [schema.getQueryType(), schema.getMutationType()].flatMap(fieldsOf);
  const subscriptions = fieldsOf(schema.getSubscriptionType());
  const method = (field, wrapper) => {
    const name = operationName(field.name);
    const { selectionSet } = named.find((one) => one.name.value === name);
    const result = outputType(field.type, selectionSet.selections[0].selectionSet?.selections ?? []);
    const type = canBeNull(field) ? result : result.replace(/ \| null$/, '');
    const isInput = field.args.length === 1 && field.args[0].name === 'input';
    const isOptional = field.args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined);
    const given = isInput ? `input: ${name}Variables['input']` : `variables${isOptional ? '?' : ''}: ${name}Variables`;
    const parameters = [...(field.args.length === 0 ? [] : [given]), 'options?: CallOptions'];
    return `${comment(field)}${field.name}(${parameters.join(', ')}): ${wrapper(type)};`;
  };
  const methods = [
    ...calls.map((field) => method(field, (type) => `Promise<${type}>`)),
    ...subscriptions.map((field) => method(field, (type) => `AsyncGenerator<${type}, void, undefined>`)),
  ];
  const record = (entries) => `{\n${entries.join('\n')}\n} satisfies Partial<Record<keyof Api, unknown>>;\n`;
  return [
    `/** Every operation of the schema, under its name. */\nexport interface Api {\n${methods.join('\n')}\n}\n`,
    `export const CALLS = ${record(calls.map(({ name }) => `${name}: ${operationName(name)},`))}`,
    '/** With the field of an event that continues a lost subscription, as its `after`; null if it has no `after`. */',
    `export const SUBSCRIPTIONS = ${record(
      subscriptions.map(
        (field) => `${field.name}: { document: ${operationName(field.name)}, position: ${positionOf(field)} },`,
      ),
    )}`,
  ];
}

/** The description of `after` begins with the field of an event that has its value. */
function positionOf({ name, args, type }) {
  const after = args.find((argument) => argument.name === 'after');
  if (!after) return null;
  const [, position] = /^`(\w+)` of the last (?:event|change) seen/.exec(after.description) ?? [];
  if (position in getNamedType(type).getFields()) return `'${position}'`;
  throw new Error(`The description of ${name}.after must begin with the field of its events that has the value.`);
}

/** With the fields of fragments in their places: the service counts each fragment as a level of nesting. */
function withoutFragments(operation, fragments) {
  const fieldsOf = (selection) => {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) return [selection];
    const fragment = fragments.find(({ name }) => name.value === selection.name.value);
    return fragment.selectionSet.selections.flatMap(fieldsOf);
  };
  return visit(operation, { SelectionSet: (set) => ({ ...set, selections: set.selections.flatMap(fieldsOf) }) });
}

/** Lines indented by the braces at their ends. */
function indented(text) {
  let depth = 0;
  return text.replace(/^.+$/gm, (line) => {
    if (line.startsWith('}')) depth -= 1;
    const indent = '  '.repeat(depth);
    if (line.endsWith('{')) depth += 1;
    return indent + line;
  });
}

function comment({ description }) {
  return description ? `/** ${description.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : '';
}
