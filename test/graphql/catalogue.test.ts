import { isEnumType } from 'graphql';
import { ErrorCodesResolver } from '../../src/api/error-codes.resolver.js';
import { makeSchema, type ResolverNeeds } from '../../src/api/schema.js';
import { CATALOGUE, type ErrorCode } from '../../src/foundation/errors/catalogue.js';

interface AnyEntry {
  status: number;
  message: (details: unknown) => string;
  details: Record<string, string>;
}
const entries = Object.entries(CATALOGUE) as unknown as [ErrorCode, AnyEntry][];

/** Details whose every value is a list of one text, which a message can write and join alike; `read` fills as it does. */
function watched(read: Set<string>): unknown {
  const get = (_: object, name: string | symbol) => {
    read.add(String(name));
    return [`<${String(name)}>`];
  };
  return new Proxy({}, { get });
}

test('enum ErrorCode lists exactly the catalogue', () => {
  const type = makeSchema({} as ResolverNeeds).getType('ErrorCode');
  const values = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  expect(values.sort()).toEqual(entries.map(([code]) => code).sort());
});

describe.each(entries)('%s', (_code, entry) => {
  const read = new Set<string>();
  const message = entry.message(watched(read));

  test('documents every detail that its message takes, and what each means', () => {
    expect(Object.keys(entry.details)).toEqual(expect.arrayContaining([...read]));
    for (const meaning of Object.values(entry.details)) expect(meaning.trim()).not.toBe('');
  });

  test('shows where its details stand', () => {
    for (const name of read) expect(message).toContain(`<${name}>`);
    expect(message).not.toMatch(/undefined|\[object/);
  });

  test('has the status of an error', () => {
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.status).toBeLessThan(600);
  });
});

test('no two codes say the same with the same status: a text that differs makes a code, an equal one does not', () => {
  const texts = entries.map(([, entry]) => `${entry.status} ${entry.message(watched(new Set()))}`);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test('Query.errorCodes tells every code with its status, its details and a message that shows where they stand', () => {
  const listed = new ErrorCodesResolver().errorCodes();
  expect(listed.map(({ code }) => code)).toEqual(entries.map(([code]) => code));
  for (const { code, status, message, details } of listed) {
    expect(status).toBe(CATALOGUE[code].status);
    expect(details).toEqual(
      Object.entries(CATALOGUE[code].details).map(([name, description]) => ({ name, description })),
    );
    expect(message).not.toMatch(/undefined|\[object/);
    expect(message).toBe((CATALOGUE[code] as unknown as AnyEntry).message(watched(new Set())));
    expect(details.every(({ description }) => description !== '')).toBe(true);
  }
});
