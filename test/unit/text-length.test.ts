import fc from 'fast-check';
import { cutText, type TextCount, textLength } from '../../src/platforms/port/text-length.js';

const FAMILY = '👨‍👩‍👧‍👦';
const FLAG = '🇩🇪';
const KEYCAP = '1️⃣';
const HEART = '❤️';
const WAVE = '👋🏽';

test.each<[text: string, count: TextCount, length: number, why: string]>([
  ['', 'graphemes', 0, 'nothing'],
  ['abc', 'weighted characters', 3, 'Latin letters are 1'],
  ['Привет', 'weighted characters', 6, 'so are other letters below U+1100'],
  ['“quoted” – it’s', 'weighted characters', 15, 'and typographic quotation marks and dashes'],
  ['漢字', 'weighted characters', 4, 'wide characters are 2'],
  ['…', 'weighted characters', 2, 'everything outside the ranges of the configuration is 2'],
  ['😀', 'weighted characters', 2, 'an emoji is 2'],
  [FAMILY, 'weighted characters', 2, 'also one of seven code points'],
  [`${FLAG}${KEYCAP}${HEART}${WAVE}`, 'weighted characters', 8, 'flags, keycaps, hearts, skin tones: 2 each'],
  ['1', 'weighted characters', 1, 'a digit that is not a keycap is 1'],
  ['e\u0301', 'weighted characters', 1, 'NFC first: a letter and its accent are 1'],
  ['https://example.com/a-rather-long-path', 'weighted characters', 38, 'a web address has its literal length'],
  ['https://a.co', 'weighted characters', 23, 'but at least 23'],
  ['see a.co, b.org/x and https://c.net', 'weighted characters', 80, 'each one, also without a scheme'],
  [`https://example.com${'あ'.repeat(3)}`, 'weighted characters', 29, 'a host ends with its top-level domain'],
  ['http://localhost:3000/a-long-path', 'weighted characters', 33, 'a host without one is a link all the same'],
  ['e.g. 3.14 and end.of it', 'weighted characters', 23, 'what has no top-level domain is text'],
  ['abc', 'characters, or UTF-8 bytes if these are more', 3, 'characters of ASCII are 1'],
  ['“a” é漢😀', 'characters, or UTF-8 bytes if these are more', 17, 'all others are as many as their bytes'],
  [FAMILY, 'characters, or UTF-8 bytes if these are more', 25, 'with joiners'],
  [`a${FAMILY}e\u0301${FLAG}`, 'graphemes', 4, 'what a reader sees as one is 1'],
  ['a\r\nb', 'graphemes', 3, 'a line break is 1'],
  ['a😀', 'UTF-16 units', 3, 'an emoji outside the first plane is 2'],
  [FAMILY, 'UTF-16 units', 11, 'and a joined one the sum of its units'],
  ['aé漢😀', 'UTF-8 bytes', 10, '1, 2, 3 and 4 bytes'],
  [FAMILY, 'code points', 7, 'four people and three joiners'],
  ['see https://example.com/a/very/long/address/indeed?with=a&query', 'links as 23', 27, 'a long link is 23'],
  ['see https://a.co.', 'links as 23', 28, 'so is a short one, and the full stop is not part of it'],
  ['(https://a.co)', 'links as 23', 25, 'nor is a bracket'],
  ['example.com', 'links as 23', 11, 'without a scheme it is text'],
  ['https://example.comあいう', 'links as 23', 26, 'a host ends with its top-level domain'],
  ['https://example.com/あいう', 'links as 23', 23, 'a path has any letter'],
  ['https://example.com/?q=あい「う', 'links as 23', 23, 'so does a query'],
  ['https://a.co/x_(y)_(z) (https://a.co/b)', 'links as 23', 49, 'brackets belong to a link in pairs'],
  ['http://localhost:3000/a', 'links as 23', 23, 'what has no top-level domain is text: 23 characters here'],
  ['http://localhost/', 'links as 23', 17, 'and 17 here'],
  ['http://192.168.0.1/a', 'links as 23', 20, 'so is an address'],
  ['#https://a.co', 'links as 23', 13, 'and what follows a hash sign'],
  ['xhttps://a.co @https://a.co $https://a.co', 'links as 23', 41, 'a letter, an at or a dollar sign'],
  ['https://a.co:8080/x', 'links as 23', 23, 'a port is part of a link'],
  ['https://a-b.co_ https://-a.co', 'links as 23', 38, 'labels have letters and digits at their ends'],
  ['https://user.name@a.co', 'links as 23', 22, 'no link has a user'],
  ['ipfs://a.co', 'links as 23', 23, 'other schemes'],
  ['hi @ann@social.example!', 'links as 23', 8, 'a mention counts without its server'],
  ['hi @a.nn@social.example!', 'links as 23', 9, 'also with a dot in the name'],
  ['mail@ann@social.example', 'links as 23', 23, 'what is no mention counts in full'],
])('%j in %s: %i (%s)', (text, count, length) => {
  expect(textLength(text, count)).toBe(length);
});

test.each<TextCount>([
  'code points',
  'UTF-16 units',
  'UTF-8 bytes',
  'graphemes',
  'weighted characters',
  'characters, or UTF-8 bytes if these are more',
])('in %s, two paragraphs are as long as one and the other', (count) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const apart = textLength(`${one}\n`, count) + textLength(other, count);
      expect(textLength(`${one}\n${other}`, count)).toBe(apart);
    }),
  );
});

test('a text is cut to its longest prefix that fits, and no half character', () => {
  const graphemes = fc.array(fc.constantFrom('a', 'é', 'e\u0301', '漢', '😀', FAMILY, FLAG), { maxLength: 30 });
  const counts = fc.constantFrom<TextCount>('code points', 'UTF-16 units', 'UTF-8 bytes', 'graphemes');
  fc.assert(
    fc.property(graphemes, counts, fc.nat(40), (parts, count, max) => {
      // A regional indicator joins the one before it.
      const text = parts.join(' ');
      const cut = cutText(text, max, count);
      const beginnings = [...new Intl.Segmenter().segment(text)].map(({ index }) => text.slice(0, index));
      const fitting = [...beginnings, text].filter((each) => textLength(each, count) <= max);
      expect(cut).toBe(fitting.at(-1));
    }),
  );
});

test('a long text is measured in no time', () => {
  const text = Buffer.from('Hello 漢字 👋 '.repeat(10_000)).toString();
  const before = performance.now();
  expect(textLength(text, 'graphemes')).toBe(110_000);
  // What grows with the square of the text takes a minute here.
  expect(performance.now() - before).toBeLessThan(5000);
});
