/** Placeholders of a snippet: which braces are placeholders, and what filling changes. */
import fc from 'fast-check';
import { countPlaceholders, fillPlaceholders, placeholdersOf } from '../../src/domain/snippets/placeholders.js';

const LETTERS = [...'aZé9_-Ж中'];
const name = fc
  .tuple(
    fc.constantFrom(...LETTERS),
    fc.array(fc.constantFrom(...LETTERS, ' '), { maxLength: 28 }),
    fc.constantFrom(...LETTERS),
  )
  .map(([first, middle, last]) => [first, ...middle, last].join(''));
/** Text without a pair of opening braces, and none that could begin or end one. */
const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[{}]/g, ''));
const part = fc.oneof(
  plain.map((text) => ({ text, name: null })),
  name.map((found) => ({ text: `{{${found}}}`, name: found })),
);
const parts = fc.array(part, { maxLength: 12 });
const textOf = (all: { text: string }[]) => all.map(({ text }) => text).join('');

test('the placeholders of a text are its names in double braces, each once', () => {
  fc.assert(
    fc.property(parts, (all) => {
      const names = all.flatMap(({ name }) => name ?? []);
      expect(placeholdersOf(textOf(all))).toEqual([...new Set(names)]);
      expect(countPlaceholders(textOf(all))).toBe(names.length);
    }),
  );
});

test('filling replaces them by their values as they are, and changes nothing else', () => {
  const value = fc.oneof(fc.string(), fc.constantFrom('$&', '$1', '{{a}}', '{{', '}}'));
  fc.assert(
    fc.property(parts, fc.infiniteStream(value), (all, stream) => {
      const names = [...new Set(all.flatMap(({ name }) => name ?? []))];
      const values = new Map(names.map((name) => [name, String(stream.next().value)]));
      const expected = all.map(({ text, name }) => (name === null ? text : values.get(name))).join('');
      expect(fillPlaceholders(textOf(all), values)).toBe(expected);
    }),
  );
});

test('any text without values stays the same', () => {
  const braces = fc.string({ unit: fc.constantFrom('{', '}', '{{', '}}', 'a', ' ', '\n', '🙂', '\ud83d') });
  fc.assert(
    fc.property(fc.oneof(braces, fc.string({ unit: 'binary' })), (text) => {
      expect(fillPlaceholders(text, new Map())).toBe(text);
    }),
  );
});

test.each([
  '{name}',
  '{{}}',
  '{{ }}',
  '{ {name}}',
  '{{na\nme}}',
  '{{name.first}}',
  '{{#each}}',
  `{{${'x'.repeat(31)}}}`,
])('%j is text', (text) => {
  expect(placeholdersOf(`before ${text} after`)).toEqual([]);
});

test.each([
  ['{{{name}}}', 'name'],
  ['{{ {{name}} }}', 'name'],
  ['{{  first name }}', 'first name'],
  [`{{${'x'.repeat(30)}}}`, 'x'.repeat(30)],
])('%j has the placeholder %j', (text, expected) => {
  expect(placeholdersOf(text)).toEqual([expected]);
});
