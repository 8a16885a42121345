import fc from 'fast-check';
import { splitContent } from '../../src/domain/publishing/split-content.js';
import { isBlank } from '../../src/foundation/blank-text.js';
import { rules as microblog } from '../../src/platforms/microblog/rules.js';
import { rules as network } from '../../src/platforms/network/rules.js';
import { exceededLimit, MeasuredText, textLength } from '../../src/platforms/port/text-length.js';
import { rules as threadtalk } from '../../src/platforms/threadtalk/rules.js';

/** The microblog's rules with a smaller limit, so that examples stay readable. */
const limited = (max: number) => ({ ...microblog, text: { ...microblog.text, max } });
const texts = (content: string, rules: Pick<typeof microblog, 'text' | 'thread'> = microblog): string[] =>
  splitContent(new MeasuredText(content), rules).map((part) => part.text);

const NUMBER = / \(\d+\/\d+\)$/;
const bodies = (parts: readonly string[]): string[] =>
  parts.length === 1 ? [...parts] : parts.map((part) => part.replace(NUMBER, ''));

describe('content that exceeds the limit becomes a thread', () => {
  test.each([
    ['microblog', microblog, 280],
    ['threadtalk', threadtalk, 500],
  ])('%s: up to its limit a content is one post, as written', (_, rules, max) => {
    const content = `  ${'a'.repeat(max - 4)}\n `;
    expect(texts(content, rules)).toEqual([content]);
    expect(texts(`${'a'.repeat(max)}b`, rules)).toHaveLength(2);
  });

  test('a platform without threads gets any content as one post', () => {
    const content = `one\n---\n${'two '.repeat(2000)}[1/2] three [2/2]`;
    expect(texts(content, network)).toEqual([content]);
  });

  test('white space around a content makes no thread', () => {
    expect(texts(`${'\n'.repeat(300)}hello`)).toEqual(['hello']);
    expect(texts(' '.repeat(300))).toEqual([' '.repeat(300)]);
  });
});

describe('where a part ends', () => {
  // 30 characters, 10 of them reserved: a body holds 20.
  test.each([
    [
      'a blank line, before everything else',
      'First one.\n\nIt is. And more text',
      ['First one.', 'It is. And more text'],
    ],
    ['a blank line with spaces in it', 'First one.\n \t\nIt is. And more text', ['First one.', 'It is. And more text']],
    [
      'a blank line of another system',
      'First one.\r\n\r\nIt is. And more text',
      ['First one.', 'It is. And more text'],
    ],
    [
      'the last blank line that fits',
      'One\n\ntwo two\n\nthree and more text',
      ['One\n\ntwo two', 'three and more text'],
    ],
    ['a sentence, when no blank line fits', 'Number one. Two! And then more.', ['Number one. Two!', 'And then more.']],
    ['a question', 'Is it one? And then a word more', ['Is it one?', 'And then a word more']],
    [
      'a full stop without a space ends none',
      'Version 1.2.3 is out now, go see',
      ['Version 1.2.3 is out', 'now, go see'],
    ],
    ['a word, when no sentence fits', 'these are words without an end at', ['these are words', 'without an end at']],
    ['a line, before a word', 'these are\nwords without an end at', ['these are', 'words without an end', 'at']],
    [
      'a sentence, before a line',
      'One. two\nthree four five six seven',
      ['One.', 'two', 'three four five six', 'seven'],
    ],
    [
      'a sentence of a script without spaces',
      `${'あ'.repeat(4)}。${'い'.repeat(3)}！${'う'.repeat(8)}`,
      [`${'あ'.repeat(4)}。${'い'.repeat(3)}！`, 'う'.repeat(8)],
    ],
    [
      'with its closing bracket',
      `「${'あ'.repeat(3)}？」${'う'.repeat(12)}`,
      [`「${'あ'.repeat(3)}？」`, 'う'.repeat(10), 'う'.repeat(2)],
    ],
    ['anywhere, when a word does not fit', 'a'.repeat(35), ['a'.repeat(20), 'a'.repeat(15)]],
    ['a word that fits alone is not cut', `tiny ${'b'.repeat(26)}`, ['tiny', 'b'.repeat(20), 'b'.repeat(6)]],
  ])('%s', (_, content, expected) => {
    expect(bodies(texts(content, limited(30)))).toEqual(expected);
  });
});

test('a line break that is more than 80 characters before the end is a word boundary', () => {
  const words = 'word '.repeat(80).trim();
  const content = (before: number) => `${'a'.repeat(before)}\n${words}`;
  // A body holds 270 characters; it ends after the last word that fits.
  expect(bodies(texts(content(190)))[0]).toBe('a'.repeat(190));
  expect(bodies(texts(content(180)))[0]).toBe(`${'a'.repeat(180)}\n${'word '.repeat(18).trim()}`);
});

describe('a link is never cut', () => {
  const link = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;
  const split = (content: string, rules = microblog) => splitContent(new MeasuredText(content), rules);

  test('one that does not fit begins the next part', () => {
    expect(texts(`${'x'.repeat(200)}${link(100)}`)).toEqual([`${'x'.repeat(200)} (1/2)`, `${link(100)} (2/2)`]);
  });

  test('microblog: one that is longer than a part is a separate part, and counts as 23', () => {
    expect(split(`Sale: ${link(365)} now`)).toEqual([
      { text: 'Sale: (1/3)', length: 11, hasMedia: true },
      { text: `${link(365)} (2/3)`, length: 29, hasMedia: false },
      { text: 'now (3/3)', length: 9, hasMedia: false },
    ]);
  });

  test('microblog: one that is longer than a part and alone is one post', () => {
    expect(split(link(365))).toEqual([{ text: link(365), length: 23, hasMedia: true }]);
    expect(split(`(${link(365)}).`)).toEqual([{ text: `(${link(365)}).`, length: 26, hasMedia: true }]);
  });

  test('microblog: brackets and full stops stay with it', () => {
    expect(bodies(texts(`Sale (${link(365)}). Now`))).toEqual(['Sale', `(${link(365)}).`, 'Now']);
  });

  test.each([1, 5, 6, 7, 10, 11])(
    'microblog: a link that fits without its number, or just not: %i from 280',
    (less) => {
      const parts = split(`Sale: ${link(280 - less)}`);
      expect(parts.map(({ text }) => text)).toEqual(
        less >= 6 ? [`Sale: ${link(280 - less)}`] : ['Sale: (1/2)', `${link(280 - less)} (2/2)`],
      );
      for (const { length } of parts) expect(length).toBeLessThanOrEqual(280);
    },
  );

  test('threadtalk, which counts all characters of a link: the part exceeds the limit', () => {
    expect(split(`Sale: ${link(600)}`, threadtalk)).toMatchObject([
      { length: 11 },
      { text: `${link(600)} (2/2)`, length: 606 },
    ]);
  });

  test('with any text around it', () => {
    const words = fc.array(fc.constantFrom('word ', '\n', '. ', '(', ')', 'あ。', '「', 'x'.repeat(150), ' '), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 21, max: 400 }),
        words,
        fc.constantFrom(microblog, threadtalk),
        (before, length, after, rules) => {
          const content = `${before.join('')} ${link(length)} ${after.join('')}`;
          expect(texts(content, rules).filter((part) => part.includes(link(length)))).toHaveLength(1);
          // What is counted of a part when it is sent is what was counted when it was made.
          for (const { text, length } of split(content, rules)) {
            const isOver = exceededLimit(text, rules.text) !== null;
            expect([isOver, length > rules.text.max]).toEqual(rules === microblog ? [false, false] : [isOver, isOver]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('numbers', () => {
  test('each part is numbered, and ten characters of it are reserved for that', () => {
    const parts = texts('a'.repeat(600));
    expect(parts).toEqual([`${'a'.repeat(270)} (1/3)`, `${'a'.repeat(270)} (2/3)`, `${'a'.repeat(60)} (3/3)`]);
  });

  test.each([9, 10, 99, 100, 999])('%i parts: the number fits', (total) => {
    const parts = texts('a'.repeat(270 * total));
    expect(parts).toHaveLength(total);
    expect(parts.at(-1)).toBe(`${'a'.repeat(270)} (${total}/${total})`);
    expect(Math.max(...parts.map((part) => textLength(part, 'weighted characters')))).toBeLessThanOrEqual(280);
  });

  test('from 1000 parts on, more is reserved', () => {
    const parts = texts('a'.repeat(270 * 1000));
    expect(parts[0]).toBe(`${'a'.repeat(268)} (1/${parts.length})`);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(280);
  });

  test.each([
    ['is long', 'a'.repeat(270 * 2000)],
    ['the author separated', new Array(20_000).fill('a').join('\n---\n')],
    ['the author numbered', Array.from({ length: 9000 }, (_, index) => `a [${index + 1}/9000]`).join('\n')],
  ])('of a text that %s, no more parts are made than one over the 1000 of a thread', (_, content) => {
    expect(texts(content)).toHaveLength(1001);
  });
});

describe('the author splits', () => {
  test.each([
    ['a line of ---', 'one\n---\ntwo\n---\nthree', ['one (1/3)', 'two (2/3)', 'three (3/3)']],
    ['with line ends of another system', 'one\r\n---\r\ntwo', ['one (1/2)', 'two (2/2)']],
    ['with blank lines around it', 'one\n\n---\n\ntwo', ['one (1/2)', 'two (2/2)']],
    ['more than --- is text', 'one\n----\ntwo\n--- three', ['one\n----\ntwo\n--- three']],
    ['nothing between two of them is no part', '---\none\n---\n---\ntwo\n---', ['one (1/2)', 'two (2/2)']],
    ['what is left is one part', '---\none\n---', ['one']],
    ['nothing else: it is text', '---', ['---']],
    ['markers at the ends', 'one [1/2]\ntwo [2/2]', ['one [1/2]', 'two [2/2]']],
    ['markers in a line', 'one [1/3] two [2/3] three [3/3]\n', ['one [1/3]', 'two [2/3]', 'three [3/3]']],
    ['markers and lines of ---', 'one [1/2]\n---\ntwo [2/2]', ['one [1/2]', 'two [2/2]']],
    ['other brackets are text', 'one [1/9] of it [1/2] two [2/2]', ['one [1/9] of it [1/2]', 'two [2/2]']],
    ['markers that do not count up are text', 'one [2/2] two [2/2]', ['one [2/2] two [2/2]']],
    ['markers that stop early are text', 'one [1/3] two [2/3]', ['one [1/3] two [2/3]']],
    ['text after the last is no part', 'one [1/2] two [2/2] three', ['one [1/2] two [2/2] three']],
    ['a single marker is text', 'all of it [1/1]', ['all of it [1/1]']],
    ['a marker within a word is text', 'one[1/2]two[2/2]', ['one[1/2]two[2/2]']],
  ])('%s', (_, content, expected) => {
    expect(texts(content)).toEqual(expected);
  });

  test('a section that is too long is split further, and all parts are numbered', () => {
    expect(texts(`${'a'.repeat(300)}\n---\nend`)).toEqual([
      `${'a'.repeat(270)} (1/3)`,
      `${'a'.repeat(30)} (2/3)`,
      'end (3/3)',
    ]);
  });

  test('a marked part is kept as written, also when it is too long', () => {
    const long = `${'a'.repeat(300)} [1/2]`;
    expect(texts(`${long}\nend [2/2]`)).toEqual([long, 'end [2/2]']);
  });
});

test('media goes with the first part only', () => {
  expect(splitContent(new MeasuredText('one\n---\ntwo\n---\nthree'), microblog).map((part) => part.hasMedia)).toEqual([
    true,
    false,
    false,
  ]);
  expect(splitContent(new MeasuredText('one'), network)).toEqual([{ text: 'one', length: 3, hasMedia: true }]);
});

describe('what is counted', () => {
  test('microblog: an emoji is 2', () => {
    expect(texts('😀'.repeat(140))).toHaveLength(1);
    expect(bodies(texts('😀'.repeat(141)))).toEqual(['😀'.repeat(135), '😀'.repeat(6)]);
  });

  test('microblog: a web address is as long as it is', () => {
    expect(texts(`https://example.com/${'a'.repeat(256)} now`)).toHaveLength(1);
    expect(texts(`https://example.com/${'a'.repeat(257)} now`)).toHaveLength(2);
  });
});

describe('any content', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const pieces = fc.oneof(
    { weight: 6, arbitrary: word },
    {
      weight: 4,
      arbitrary: fc.constantFrom(' ', '. ', '! ', '\n', '\n\n', '\r\n\r\n', '\n---\n', ' \u0308', '[1/2] '),
    },
    { weight: 2, arbitrary: fc.constantFrom('👨‍👩‍👧‍👦', '🇩🇪', '1️⃣', 'e\u0301', '한', '\ud83d', '\u0600') },
  );
  const contents = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''));
  const rules = fc.constantFrom(limited(40), microblog, threadtalk, {
    ...threadtalk,
    text: { ...threadtalk.text, max: 60 },
  });
  const check = (property: (content: string, split: typeof microblog) => void) =>
    fc.assert(fc.property(contents, rules, property), { numRuns: 500 });
  const graphemesOf = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

  test('no part exceeds its limit, its number included', () => {
    check((content, split) => {
      const { max, count } = split.text;
      // A single character of any weight is not cut.
      if (graphemesOf(content).some((grapheme) => textLength(grapheme, count) > max - 10)) return;
      for (const part of texts(content, split)) expect(textLength(part, count)).toBeLessThanOrEqual(max);
    });
  });

  test('a character that alone exceeds the limit is a separate part', () => {
    const tower = `e${'\u0301'.repeat(300)}`;
    expect(bodies(texts(`one ${tower} two`))).toEqual(['one', tower, 'two']);
  });

  test('nothing is lost or added but numbers, and white space and lines of --- between the parts', () => {
    check((content, split) => {
      let rest = content;
      for (const body of bodies(texts(content, split))) {
        const at = rest.indexOf(body);
        expect(isBlank(rest.slice(0, at).replace(/^[ \t]*---[ \t]*\r?$/gm, ''))).toBe(true);
        rest = rest.slice(at + body.length);
      }
      expect(isBlank(rest.replace(/^[ \t]*---[ \t]*\r?$/gm, ''))).toBe(true);
    });
  });

  test("no character is cut: the parts have the content's graphemes, in their order", () => {
    check((content, split) => {
      const visible = (text: string) => graphemesOf(text).filter((grapheme) => !isBlank(grapheme));
      const separators = /^[ \t]*---[ \t]*\r?$/gm;
      const parts = bodies(texts(content, split));
      if (parts.length === 1) return;
      expect(parts.flatMap(visible)).toEqual(visible(content.replace(separators, '')));
    });
  });

  test('the numbers count from 1 to the number of parts', () => {
    check((content, split) => {
      const parts = texts(content, split);
      if (parts.length === 1) return;
      expect(parts.map((part) => NUMBER.exec(part)?.[0])).toEqual(
        parts.map((_, index) => ` (${index + 1}/${parts.length})`),
      );
    });
  });

  const section = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 })
    .map((words) => words.join(' ').trim())
    .filter((text) => !isBlank(text) && !/---|\[\d|\p{M}/u.test(text));
  const sections = fc.array(section, { minLength: 2, maxLength: 12 });

  test('parts that the author numbered are kept as written', () => {
    fc.assert(
      fc.property(sections, fc.constantFrom(' ', '\n', '\n\n', '\n---\n'), (parts, between) => {
        const marked = parts.map((part, index) => `${part} [${index + 1}/${parts.length}]`);
        expect(texts(marked.join(between))).toEqual(marked);
      }),
    );
  });

  test('parts that the author separated are kept, as long as they fit', () => {
    fc.assert(
      fc.property(sections, (parts) => {
        expect(bodies(texts(parts.join('\n---\n')))).toEqual(parts);
      }),
    );
  });
});
