import fc from 'fast-check';
import { splitContent } from '../../src/domain/publishing/split-content.js';
import { rules as microblog } from '../../src/platforms/microblog/rules.js';
import { MeasuredText, type TextCount, textLength } from '../../src/platforms/port/text-length.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { rules as threadtalk } from '../../src/platforms/threadtalk/rules.js';
import { plainLength, plainSplit } from '../support/plain-text.js';

const short = { ...threadtalk, text: { ...threadtalk.text, max: 40 } };

/** What is special to one of the counts, to graphemes or to splitting, each up to 25 times in a row. */
const units = fc.constantFrom(
  ...[
    'a',
    'é',
    'e\u0301',
    '\u0301',
    '\u0323',
    '\u0308\u0301',
    '\u212b',
    '\u0344',
    '漢',
    '\uac00',
    '\u1100',
    '\u1161',
    '\u11a8',
  ],
  ...[
    '😀',
    '✅',
    '❤️',
    '©',
    '1\ufe0f\u20e3',
    '👩\u200d',
    '\u200d',
    '\u{1f3fd}',
    '🇩',
    '🇩🇪',
    '\ud83d',
    '\ude00',
    '\ufffd',
  ],
  ...['क', '\u094d', '\u0600', 'م', '\u200f', '\u00ad', '\0'],
  ...[
    ' ',
    '\t',
    '\u00a0',
    '\u2028',
    '\n',
    '\r\n',
    '\r',
    '. ',
    '。',
    '」',
    '!',
    '? ',
    '---',
    '\n---\n',
    '\n \t---\t\r\n',
    '[1/2]',
    ' [2/2]',
  ],
  ...['@', '@a', '@{urn:network:person:1|A}', '#', '#1', '#a', 'http://', 'https://a.b/(c)', '.', ',', ')', '<'],
);
const runs = fc
  .tuple(units, fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 25 })))
  .map(([unit, times]) => unit.repeat(times));
const texts = fc.array(runs, { maxLength: 40 }).map((all) => all.join(''));

/** Excludes longer runs of marks, which the plain definition sorts completely and the implementation does not. */
const isOrdinary = (text: string) => !/\p{M}{31}/u.test(text);

/** The plain definition does not count links; text-length.test.ts tests them. */
const mayHaveLinks = (text: string) => /https?:|[\p{L}\p{N}]\.[\p{L}\p{N}]/iu.test(text);

test('the length of any text is the sum of the weights of its graphemes', () => {
  const counts = [...new Set(Object.values(platformRules).map(({ text }) => text.count))];
  fc.assert(
    fc.property(texts.filter(isOrdinary), fc.constantFrom<TextCount>(...counts), (text, count) => {
      fc.pre(!mayHaveLinks(text));
      expect(textLength(text, count)).toBe(plainLength(text, count));
    }),
    { numRuns: 2000 },
  );
});

test('the parts of any content and their lengths are those of the plain definition', () => {
  fc.assert(
    fc.property(texts.filter(isOrdinary), fc.constantFrom(microblog, threadtalk, short), (content, rules) => {
      fc.pre(!mayHaveLinks(content));
      const parts = splitContent(new MeasuredText(content), rules);
      expect(parts.map(({ text }) => text)).toEqual(plainSplit(content, rules));
      expect(parts.map(({ length }) => length)).toEqual(parts.map(({ text }) => plainLength(text, rules.text.count)));
    }),
    { numRuns: 2000 },
  );
});

test('marks that no language puts on one letter are counted, too', () => {
  expect(textLength(`e${'\u0301'.repeat(30)}`, 'weighted characters')).toBe(30);
  // A joiner, which counts, is inserted after every 30 marks.
  expect(textLength(`e${'\u0301'.repeat(300)}`, 'weighted characters')).toBe(309);
});
