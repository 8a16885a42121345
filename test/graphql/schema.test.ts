import { readFileSync } from 'node:fs';
import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { makeSchema, printedSchema, type ResolverNeeds } from '../../src/api/schema.js';
import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { CATALOGUE } from '../../src/foundation/errors/catalogue.js';
import { errorsOf } from '../support/documented-errors.js';

// Nothing is resolved here, so the resolvers need nothing.
const schema = makeSchema({} as ResolverNeeds);
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

interface Described {
  place: string;
  description: string | null | undefined;
}

const ofField = (owner: string, field: GraphQLField<unknown, unknown>): Described[] => [
  { place: `${owner}.${field.name}`, description: field.description },
  ...field.args.map(({ name, description }) => ({ place: `${owner}.${field.name}(${name}:)`, description })),
];

/** Everything of a type that a reader meets. What the three root types are, GraphQL itself says. */
function described(type: GraphQLNamedType): Described[] {
  const itself = roots.some((root) => root === type) ? [] : [{ place: type.name, description: type.description }];
  if (isObjectType(type)) {
    return [...itself, ...Object.values(type.getFields()).flatMap((field) => ofField(type.name, field))];
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return [...itself, ...fields.map(({ name, description }) => ({ place: `${type.name}.${name}`, description }))];
  }
  return itself;
}

test('schema.graphql is what the code prints: `npm run schema` writes it', () => {
  const written = readFileSync('schema.graphql', 'utf8');
  if (written !== printedSchema(schema)) throw new Error('schema.graphql is stale: run `npm run schema`');
});

test('the defaults of platform settings are those that the service fills in; an empty one is none', () => {
  const inputs = Object.values((schema.getType('PlatformSettingsInput') as GraphQLInputObjectType).getFields());
  const defaults = inputs.map(({ name, type }) => {
    const fields = Object.values((getNamedType(type) as GraphQLInputObjectType).getFields());
    const given = fields
      .filter(({ name: setting }) => setting !== 'firstComment')
      .map(({ name: setting, type: kind, defaultValue }) => [
        setting,
        isEnumType(getNamedType(kind)) ? (defaultValue ?? '') : defaultValue,
      ]);
    return [name, Object.fromEntries(given)];
  });
  // A first comment has no default; some platforms have no other setting.
  const own = defaults.filter(([name]) => Object.hasOwn(DEFAULT_SETTINGS, String(name)));
  expect(Object.fromEntries(own)).toEqual(DEFAULT_SETTINGS);
});

describe('the descriptions are the documentation', () => {
  const all = types.flatMap(described);

  test('every type, field, argument and input field has one', () => {
    expect(all.filter(({ description }) => !description?.trim()).map(({ place }) => place)).toEqual([]);
  });

  test('every enumeration value has one', () => {
    const values = types
      .filter(isEnumType)
      .flatMap((type) =>
        type.getValues().map(({ name, description }) => ({ place: `${type.name}.${name}`, description })),
      );
    expect(values.filter(({ description }) => !description?.trim()).map(({ place }) => place)).toEqual([]);
  });

  test('none only repeats the name of what it describes', () => {
    const words = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase();
    const repeats = all.filter(({ place, description }) => {
      const name = words(place.split(/[.(]/).at(-1) ?? '');
      return [name, `the${name}`, `its${name}`].includes(words(description ?? ''));
    });
    expect(repeats.filter(({ place }) => !place.includes('(')).map(({ place }) => place)).toEqual([]);
  });
});

/** They concern the cookie, or the signed-in account, and need no input. */
const WITHOUT_INPUT = [
  ...['signOut', 'cancelAccountRemoval', 'createCalendarFeed', 'revokeCalendarFeed', 'leaveAccount'],
  'unsubscribeFromPush',
];

test('a mutation takes one argument, a required `input`, and returns its own payload type', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(mutations.length).toBeGreaterThan(0);
  for (const { name, args, type } of mutations) {
    const capital = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const expected = WITHOUT_INPUT.includes(name) ? [] : [`input: ${capital}Input!`];
    expect(args.map((argument) => `${argument.name}: ${argument.type}`)).toEqual(expected);
    expect(String(type)).toBe(`${capital}Payload`);
  }
});

describe('the description of a mutation', () => {
  const codes = new Set(
    types
      .filter(isEnumType)
      .flatMap((type) => (type.name === 'ErrorCode' ? type.getValues() : []))
      .map(({ name }) => name),
  );
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

  test.each(mutations)('$name ends with its errors, each once and each of them an ErrorCode', ({ description }) => {
    const errors = errorsOf(description);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((code) => !codes.has(code))).toEqual([]);
    expect(new Set(errors).size).toBe(errors.length);
  });

  test('names ID_INVALID where its input has an id', () => {
    const without = mutations.filter(({ args, description }) => {
      const input = args[0] && getNamedType(args[0].type);
      const fields = isInputObjectType(input) ? Object.values(input.getFields()) : [];
      const hasId = fields.some(({ type }) => getNamedType(type).name === 'ID');
      return hasId && !errorsOf(description ?? '').includes('ID_INVALID');
    });
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test('nothing in the schema names a code that GraphQL cannot raise', () => {
    const never = Object.keys(CATALOGUE).filter((code) => !codes.has(code));
    const named = types
      .flatMap(described)
      .flatMap(({ place, description }) =>
        (description?.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [])
          .filter((code) => never.includes(code))
          .map((code) => `${place}: ${code}`),
      );
    expect(named).toEqual([]);
  });
});

test('enumeration values are spelled in upper case', () => {
  const values = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name));
  expect(values.filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))).toEqual([]);
});

test('a deprecation names its replacement', () => {
  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
  const deprecated = [...fields, ...fields.flatMap(({ args }) => args)].filter((part) => part.deprecationReason);
  expect(deprecated.filter(({ deprecationReason }) => !/`\w+`/.test(deprecationReason ?? ''))).toEqual([]);
});

test('dates are ISO scalars, never plain texts', () => {
  const dates = types
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ name }) => /(At|Time)$/.test(name));
  expect(dates.length).toBeGreaterThan(0);
  expect([...new Set(dates.map(({ type }) => String(type).replace('!', '')))]).toEqual(['DateTime']);
});

const fieldsOfTypes = types.flatMap((owner) => {
  const fields = isObjectType(owner) || isInputObjectType(owner) ? Object.entries(owner.getFields()) : [];
  return fields.map(([name, { type }]) => ({ owner: owner.name, name, type: String(type).replace(/[[\]!]/g, '') }));
});

test('URLs are URL scalars, never plain texts', () => {
  const isUrl = /^(url|uploadUrl|profileUrl|profileImageUrl|permalink|returnTo|documentation)$/;
  const urls = fieldsOfTypes.filter(({ name }) => isUrl.test(name));
  expect(urls.length).toBeGreaterThan(10);
  expect(urls.filter(({ type }) => type !== 'URL')).toEqual([]);
});

test('JSON has no type only where platforms, error codes or actions decide about its shape', () => {
  const places = fieldsOfTypes.flatMap(({ owner, name, type }) => (type === 'JSONObject' ? `${owner}.${name}` : []));
  expect(places.toSorted()).toEqual([
    'AddReactionPayload.reaction',
    'AuditEvent.details',
    'NetworkComment.fields',
    'OperationError.details',
  ]);
});

test('every field of Query and Mutation is nullable, so that one that fails leaves the data of the others', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}),
  );
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});
