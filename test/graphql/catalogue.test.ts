import 'reflect-metadata';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isEnumType } from 'graphql';
import { ErrorCodesResolver } from '../../src/api/error-codes.resolver.js';
import { makeSchema, type ResolverNeeds } from '../../src/api/schema.js';
import { CATALOGUE, type ErrorCode } from '../../src/foundation/errors/catalogue.js';
import { guidanceOf } from '../../src/foundation/errors/guidance.js';

interface AnyEntry {
  status: number;
  only?: 'rest' | 'page';
  message: (details: unknown) => string;
  details: Record<string, string>;
}
const entries = Object.entries(CATALOGUE) as unknown as [ErrorCode, AnyEntry][];

const raised = entries.filter(([, { only }]) => only === undefined);

/** Details whose every value is a list of one text, which a message can write and join alike; `read` fills as it does. */
function watched(read: Set<string>): unknown {
  const get = (_: object, name: string | symbol) => {
    read.add(String(name));
    return [`<${String(name)}>`];
  };
  return new Proxy({}, { get });
}

test('enum ErrorCode lists exactly the codes that are not only those of REST or of a page, with their messages', () => {
  const type = makeSchema({} as ResolverNeeds).getType('ErrorCode');
  const values = isEnumType(type) ? type.getValues() : [];
  expect(values.map(({ name }) => name)).toEqual(expect.arrayContaining(raised.map(([code]) => code)));
  expect(values).toHaveLength(raised.length);
  for (const { name, description } of values) {
    expect(description).toBe((CATALOGUE[name as ErrorCode] as unknown as AnyEntry).message(watched(new Set())));
  }
});

describe('where a code is raised', () => {
  const isCatalogue = (file: string) => /^src\/foundation\/errors\/(catalogue|\w+-entries)\.ts$/.test(file);
  const codesIn = (files: Iterable<string>) =>
    new Set([...files].flatMap((file) => readFileSync(file, 'utf8').match(/(?<=')[A-Z][A-Z\d_]+(?=')/g) ?? []));
  /** These files, and what they import, types of use cases included; pages and REST routes answer no operation. */
  const reachable = (files: string[]): Set<string> => {
    const found = new Set<string>();
    for (const left = [...files]; left.length > 0; ) {
      const file = left.pop() ?? '';
      if (found.has(file) || isCatalogue(file) || file.endsWith('.http.ts') || !existsSync(file)) continue;
      found.add(file);
      const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.js'/g);
      for (const [, at = ''] of imports) left.push(`${path.join(path.dirname(file), at)}.ts`);
    }
    return found;
  };

  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => file.endsWith('.ts'));
  const operations = reachable(sources.filter((file) => file.endsWith('.resolver.ts') || file.startsWith('src/api/')));

  test('GraphQL can raise every code of the enum: it is named in what a resolver or the server leads to', () => {
    const named = codesIn(operations);
    expect(raised.map(([code]) => code).filter((code) => !named.has(code))).toEqual([]);
  });

  test('GraphQL cannot raise one that is only REST’s: only parsers that both share name it, for what types let through', () => {
    const files = [...operations].filter((file) => !/\/parse-[\w-]+\.ts$/.test(file));
    const named = codesIn(files);
    expect(entries.flatMap(([code, { only }]) => (only === 'rest' && named.has(code) ? [code] : []))).toEqual([]);
  });
});

describe.each(entries)('%s', (_code, entry) => {
  const read = new Set<string>();
  const message = entry.message(watched(read));

  test('documents every detail that its message takes, and what each means', () => {
    expect(Object.keys(entry.details)).toEqual(expect.arrayContaining([...read]));
    for (const meaning of Object.values(entry.details)) expect(meaning.trim()).not.toBe('');
  });

  test('shows the place of its details', () => {
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

test('Query.errorCodes lists every code of GraphQL with its status, its details and a message that shows their place', () => {
  const listed = new ErrorCodesResolver({ publicUrl: () => 'https://publishing.example.com' }).errorCodes();
  expect(listed.map(({ code }) => code)).toEqual(raised.map(([code]) => code));
  for (const { code, status, message, details, fault, advice, retryable, documentation } of listed) {
    expect({ fault, advice, retryable }).toEqual(guidanceOf(code));
    expect(documentation).toBe(`https://publishing.example.com/docs/errors/${code}`);
    expect(status).toBe(CATALOGUE[code].status);
    expect(details).toEqual(
      Object.entries(CATALOGUE[code].details).map(([name, description]) => ({ name, description })),
    );
    expect(message).not.toMatch(/undefined|\[object/);
    expect(message).toBe((CATALOGUE[code] as unknown as AnyEntry).message(watched(new Set())));
    expect(details.every(({ description }) => description !== '')).toBe(true);
  }
});
