/**
 * Arbitrary input: values that a schema describes, values that exist in the service, and unexpected ones, mixed in
 * every place of a value.
 */
import fc from 'fast-check';
import type { OpenAPIV3_1 } from 'openapi-types';

const { FC_SEED = '1', FC_RUNS = '0', FC_PATH } = process.env;

/** Far more than any answer takes: what hangs fails. */
export const LONGEST_MS = 10_000;

/** The same inputs in every run: FC_SEED sets others, FC_RUNS the least number, FC_PATH those from a counterexample on. */
export const runs = (numRuns: number) => ({
  seed: Number(FC_SEED),
  numRuns: Math.max(numRuns, Number(FC_RUNS)),
  timeout: 2 * LONGEST_MS,
  ...(FC_PATH && { path: FC_PATH }),
});

/** A request that has to be right in ten places is, by chance, refused more often than a property has runs. */
export const MOST_REFUSED = 1_000;

/** How long so many runs of so many properties may take, generously. */
export const patienceMs = (numRuns: number, properties = 1): number =>
  120_000 + runs(numRuns).numRuns * properties * 100;

export const anyText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      'a\udc00b',
      '\u202e\ufeff',
      'null',
      'undefined',
      'NaN',
      'true',
      '0',
      '-1',
      '1e9',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '%',
      '%00',
      '%zz',
      "'; --",
      '$1',
      '\\',
      '"',
      '{}',
      '[]',
      '["a-b"]',
      '[[]]',
    ],
    ...['../../etc/passwd', '<script>', '{"__proto__":{"plan":"premium"}}', 'a@b', '@', '-', 'a-', '-a', 'a\r\nb: c'],
  ),
);

export const anyRightTime = fc
  .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') })
  .map((at) => at.toISOString());

/** Times with a zone, also at the ends of what ISO 8601 can write, and what only looks like one. */
export const anyTime = fc.oneof(
  anyRightTime,
  fc.constantFrom(
    ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z'],
    ...['9999-12-31T23:59:59-23:59', '2026-02-30T10:00:00Z', '2026-12-31T23:59:60Z', '+275760-09-13T00:00:00Z', '2026'],
  ),
);

export const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 100, 101, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true }),
);

const COUNTS = [100, 4_000, 50_000, 250_000, 1_100_000];

/** Too big for a counterexample that is to be read, or more than JSON.stringify can write; `grown` puts it in its place. */
const anySeed = fc.oneof(
  fc.tuple(fc.constantFrom('lists', 'objects', 'text'), fc.constantFrom(...COUNTS)).map((seed) => `@${seed.join(' ')}`),
  fc.constantFrom('@number 1e400', '@number -1e400', '@number 1e-400', '@number 123456789012345678901234567890'),
);

const GROWN: Record<string, (size: string) => string> = {
  lists: (count) => '['.repeat(Number(count)) + ']'.repeat(Number(count)),
  objects: (count) => `${'{"a":'.repeat(Number(count))}0${'}'.repeat(Number(count))}`,
  text: (count) => `"${'x'.repeat(Number(count))}"`,
  number: (digits) => digits,
};

/** JSON with everything in it that was only named. */
export const grown = (json: string): string =>
  json.replace(/"@(\w+) ([-\w]+)"/g, (seed, what: string, size: string) => GROWN[what]?.(size) ?? seed);

/** Texts that mean something to the service, by the name that a field for them has, `postGroupId` or `DeletePostInput.postGroupId`. */
export type Known = Readonly<Record<string, readonly string[]>>;

export type Inputs = ReturnType<typeof inputs>;

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** The arbitraries of one test file, which draw on what its service has stored. */
export function inputs(texts: Known) {
  const oneOf = (kinds: readonly (readonly string[])[]) =>
    fc.oneof(...kinds.filter((kind) => kind.length > 0).map((kind) => fc.constantFrom(...kind)));
  const anyKnown = oneOf([...new Set(Object.values(texts))]);
  /** What a field of this name is for, in this shape; else anything in it. */
  const known = (name: string, shape = /^/): fc.Arbitrary<string> => {
    const shaped = (kind: readonly string[] = []) => kind.filter((one) => shape.test(one));
    const key = [name, name.replace(/.*\./, '')].find((one) => Object.hasOwn(texts, one));
    const own = key === undefined ? [] : shaped(texts[key]);
    return oneOf(own.length > 0 ? [own] : [...new Set(Object.values(texts))].map(shaped));
  };

  const anyKey = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'length'), anyText);
  const anyJson: fc.Arbitrary<unknown> = fc.oneof(
    anyKnown,
    anyText,
    anyTime,
    anyNumber,
    anySeed,
    fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
    fc.array(fc.oneof(anyKnown, anyText, anySeed), { maxLength: 3 }),
    fc.dictionary(anyKey, fc.oneof(anyKnown, anyNumber, anySeed), { maxKeys: 3 }),
  );

  /** The right value, most of the time. */
  const mixed = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 16, arbitrary: right }, { weight: 1, arbitrary: anyKnown }, { weight: 1, arbitrary: anyJson });

  /** A text for a field of this name. */
  const named = (name: string, otherwise: fc.Arbitrary<unknown>, shape?: RegExp): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 4, arbitrary: known(name, shape) }, { weight: 1, arbitrary: otherwise });

  const string = ({ pattern, format, maxLength }: OpenAPIV3_1.NonArraySchemaObject, name: string) => {
    if (format === 'date-time' || /Time$/.test(name)) return anyTime;
    if (pattern !== undefined) {
      const shape = new RegExp(pattern);
      return named(name, fc.stringMatching(shape), shape);
    }
    const edges = maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)];
    const other = fc.oneof(anyText, anyTime, ...edges.map((edge) => fc.constant(edge)));
    return named(name, other);
  };

  /** What a JSON Schema describes. */
  const described = (schema: Schema, name = ''): fc.Arbitrary<unknown> => {
    if ('$ref' in schema) return anyJson;
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => described(one, name)));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'object': {
        const fields = Object.entries(schema.properties ?? {});
        const record = Object.fromEntries(fields.map(([key, field]) => [key, mixed(described(field, key))]));
        const [required, every] = [schema.required ?? [], Object.keys(record)];
        return fc
          .constantFrom(required, every)
          .chain((keys) => fc.record(record, { requiredKeys: keys as never[], noNullPrototype: true }));
      }
      case 'array':
        return fc.array(mixed(described(schema.items, name)), { minLength: schema.minItems ?? 0, maxLength: 4 });
      case 'string':
        return string(schema, name);
      case 'integer':
        return fc.oneof(fc.integer({ min: schema.minimum, max: schema.maximum }), anyNumber);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return anyJson;
    }
  };

  return { anyKnown, anyJson, known, mixed, named, described };
}
