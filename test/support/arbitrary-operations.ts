/** GraphQL operations that a schema allows, with right and wrong values, and texts that are nearly operations. */
import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import { anyNumber, anyRightTime, anyText, anyTime, type Inputs } from './arbitraries.js';

/** What a client sends. */
export interface Operation {
  query: string;
  variables: Record<string, unknown>;
}

/** Of what an Int can be, and of what the service takes. */
const EDGES = [0, -1, 101, 366, 2 ** 31 - 1, -(2 ** 31), 2 ** 31];

const ID = /^[0-9a-f]{24}$/;

/** How deep a selection goes, at most. */
const DEPTH = 6;

/** How valid and invalid values are mixed, and the values of scalars by the name of their field. */
interface Values {
  mixed: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>;
  scalars: Record<string, (name: string) => fc.Arbitrary<unknown>>;
}

/** Arbitraries for input types that need more than their fields say, by the type's name; each gets what the fields say. */
export type Special = Record<string, (described: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>>;

/** The operations of a field of Query, Mutation or Subscription, by what its arguments and its type say. */
export function operationsOf(input: Inputs, special: Special = {}) {
  const anySettings = fc.dictionary(
    fc.oneof(fc.constantFrom('videohub', 'photogram', '__proto__'), anyText),
    fc.dictionary(anyText, input.anyJson),
  );
  /** Every value can be replaced by an invalid one. */
  const mixed: Values = {
    mixed: input.mixed,
    scalars: {
      Int: () => fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer(), fc.constantFrom(...EDGES)),
      Float: () => anyNumber,
      Boolean: () => fc.boolean(),
      String: (name) => input.named(name, fc.oneof(anyText, anyTime)),
      ID: (name) => input.named(name, anyText, ID),
      DateTime: () => anyTime,
      LocalDate: () => anyTime,
      JSONObject: () => anySettings,
    },
  };
  /** All values are right, as far as types and names tell: in a large input, one of the mixed ones is always wrong. */
  const right: Values = {
    mixed: (value) => value,
    scalars: {
      ...mixed.scalars,
      Int: () => fc.integer({ min: 1, max: 100 }),
      String: (name) => input.known(name),
      ID: (name) => input.known(name, ID),
      DateTime: () => anyRightTime,
      LocalDate: () => anyRightTime.map((time) => time.slice(0, 10)),
    },
  };

  /** A value of a type, for a field of this name. */
  const anyValue = (values: Values, type: GraphQLInputType, name: string): fc.Arbitrary<unknown> => {
    if (isNonNullType(type)) return anyValue(values, type.ofType, name);
    if (isListType(type)) {
      const minLength = values === right ? 1 : 0;
      return fc.array(values.mixed(anyValue(values, type.ofType, name)), { minLength, maxLength: 3 });
    }
    if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
    if (isScalarType(type)) return values.scalars[type.name]?.(name) ?? input.anyJson;
    const fields = Object.values(type.getFields());
    const record = Object.fromEntries(
      fields.map((field) => [field.name, values.mixed(anyValue(values, field.type, `${type.name}.${field.name}`))]),
    );
    const required = fields.filter(isRequiredInputField).map((field) => field.name);
    const some = fc.record(record, { requiredKeys: required as never[], noNullPrototype: true });
    const least = fc.record(Object.fromEntries(required.map((key) => [key, record[key] ?? fc.constant(null)])), {
      noNullPrototype: true,
    });
    const described = values === right ? fc.oneof(some, least) : some;
    return special[type.name]?.(described) ?? described;
  };

  /** Some fields of a type, or all of them, with everything below. */
  const anySelection = (type: GraphQLOutputType, depth = DEPTH): fc.Arbitrary<string> => {
    const composite = getNamedType(type);
    if (!isCompositeType(composite)) return fc.constant('');
    if (!isObjectType(composite)) return fc.constant('{ __typename }');
    const fields = Object.values(composite.getFields()).filter(
      (field) => field.args.length === 0 && (depth > 0 || !isCompositeType(getNamedType(field.type))),
    );
    const selected = fields.map((field) =>
      anySelection(field.type, depth - 1).map((below) => `${field.name} ${below}`),
    );
    const all = fc.tuple(...selected);
    // At the last level, a type of objects alone has no fields left.
    const some = all.chain((texts) => fc.subarray(texts, { minLength: Math.min(1, texts.length) }));
    return fc.oneof(all, some).map((texts) => `{ __typename ${texts.join(' ')} }`);
  };

  /** Operations of one field of Query, Mutation or Subscription. */
  return (kind: string, field: GraphQLField<unknown, unknown>): fc.Arbitrary<Operation> => {
    const given = (values: Values) =>
      fc.tuple(
        ...field.args.map(({ name, type }) => {
          const one = values
            .mixed(anyValue(values, type, `${field.name}.${name}`))
            .map((value) => ({ name, type, value }));
          return isNonNullType(type) ? one : fc.option(one, { freq: 2 });
        }),
      );
    return fc
      .record({
        values: fc.oneof(given(mixed), given(right)),
        selection: anySelection(field.type),
        inline: fc.boolean(),
      })
      .map(({ values, selection, inline }) => {
        const given = values.filter((one) => one !== null);
        const list = (texts: string[]) => (texts.length > 0 ? `(${texts.join(', ')})` : '');
        const declared = list(inline ? [] : given.map(({ name, type }) => `$${name}: ${type}`));
        const passed = list(
          given.map(({ name, type, value }) => `${name}: ${inline ? literal(value, type) : `$${name}`}`),
        );
        const variables = inline ? {} : Object.fromEntries(given.map(({ name, value }) => [name, value]));
        return { query: `${kind} ${declared} { ${field.name}${passed} ${selection} }`, variables };
      });
  };
}

/** Values that are unlikely to be valid for any field. `grown` makes some of them long. */
const HARDLY: readonly unknown[] = [
  ...['@text 250000', '@text 1100000', '@lists 50000', '@objects 4000', '@number 1e400', '@number -1e400'],
  ...['@number 123456789012345678901234567890', 2 ** 53, -(2 ** 31) - 1, 1.5, -0, 5e-324, true, null, [], {}, [[]]],
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00\ud800', '\ufeff\u202e', '\u2028', '\uffff', '1e999', '0x10'],
  ...[
    `a${'\u0301'.repeat(5_000)}`,
    '👩‍👩‍👧‍👦'.repeat(2_000),
    '@'.repeat(20_000),
    '#a '.repeat(10_000),
    'http://a.'.repeat(5_000),
  ],
  ...[{ __proto__: null, constructor: 1 }, [null], ['@text 4000'], { toString: '@objects 4000' }],
];

/** Operations of which one value, at any depth, is replaced by one that is hardly meant. */
export const oneWrong = (operations: fc.Arbitrary<Operation>): fc.Arbitrary<Operation> =>
  fc.tuple(operations, fc.nat(), fc.constantFrom(...HARDLY)).map(([{ query, variables }, nth, wrong]) => {
    const places = placesIn(variables);
    const place = places[nth % places.length];
    return { query, variables: place ? (replaced(variables, place, wrong) as Operation['variables']) : variables };
  });

/** The paths to all values in a value. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [[key], ...placesIn(one).map((path) => [key, ...path])]);
}

function replaced(value: unknown, [key, ...path]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const changed = Object.entries(value as object).map(([name, one]) => [
    name,
    name === key ? replaced(one, path, by) : one,
  ]);
  return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed);
}

/** Pieces of GraphQL where they do not belong. */
const PIECES = [
  ...'{ } ( ) [ ] ... ! $ : = | & @ # , " """ on ...F @x @skip(if:true) @include(if:$x) $x:Int $input null 1e400 -0'.split(
    ' ',
  ),
  ...'query mutation subscription __proto__ __typename 99999999999 \\ud800 \ufeff \0'.split(' '),
  ...['fragment F on Query { ...F }', '__schema { types { name } }', '__type(name: "Query") { name }'],
];

/** Operations of which some pieces are replaced by others, or are missing. */
export function spoilt(operations: fc.Arbitrary<Operation>, schema: GraphQLSchema): fc.Arbitrary<Operation> {
  const names = Object.keys(schema.getTypeMap());
  const anyPiece = fc.oneof(fc.constant(''), fc.constantFrom(...PIECES), fc.constantFrom(...names), anyText);
  return fc
    .tuple(operations, fc.array(fc.tuple(fc.nat(), anyPiece), { maxLength: 3 }))
    .map(([{ query, variables }, changes]) => {
      const pieces = query.split(/(?<=[\s{}()[\],:])/);
      for (const [place, piece] of changes) pieces[place % pieces.length] = ` ${piece} `;
      return { query: pieces.join(''), variables };
    });
}

const NAME = /^[_A-Za-z]\w*$/;

/** A value as an operation's text has it. */
function literal(value: unknown, type?: GraphQLInputType): string {
  const named = type && getNamedType(type);
  if (typeof value === 'string') return isEnumType(named) && NAME.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, type)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return `${value}`;
  const fields = isInputObjectType(named) ? named.getFields() : {};
  const entries = Object.entries(value).filter(([name]) => NAME.test(name));
  return `{${entries.map(([name, one]) => `${name}: ${literal(one, fields[name]?.type)}`).join(', ')}}`;
}
