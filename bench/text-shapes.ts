/** Texts of the greatest length that a post may have, each of a shape that costs some function on its path the most. */
/** In code points, as the limit is. */
const LENGTH = 100_000;

const cut = (text: string): string => [...text].slice(0, LENGTH).join('');
const filled = (unit: string): string => cut(unit.repeat(Math.ceil(LENGTH / [...unit].length)));
const numbered = (write: (index: number) => string): string => {
  const all = Array.from({ length: LENGTH / write(1).length }, (_, index) => write(index + 1));
  return cut(all.join(''));
};
/** Parts that the author has numbered; as many as fit. */
const marked = (body: string): string => {
  const total = Math.floor(LENGTH / (body.length + '[1000/1000]'.length + 2));
  return Array.from({ length: total }, (_, index) => `${body} [${index + 1}/${total}]`).join('\n');
};

export const textShapes: Readonly<Record<string, string>> = {
  prose: filled('The quick brown fox jumps over the lazy dog. It is quick!\n\n'),
  'one word': filled('a'),
  'wide letters': filled('漢'),
  'right to left': filled('مرحبا بالعالم. '),
  'combining marks, one letter': cut(`e${filled('\u0301')}`),
  'combining marks, out of order': cut(`e${filled('\u0301\u0323')}`),
  'combining marks, letter by letter': filled(`e${'\u0301\u0323'.repeat(10)}`),
  emoji: filled('😀'),
  'emoji, one joined chain': filled('👩\u200d'),
  'emoji, families': filled('👨‍👩‍👧‍👦'),
  'emoji of one unit': filled('✅'),
  keycaps: filled('1\ufe0f\u20e3'),
  'flags, one chain': filled('🇩🇪'),
  'Hangul jamo, one syllable': filled('\u1100'),
  'Hangul jamo': filled('\u1100\u1161\u11a8'),
  'Indic conjuncts': filled('क्'),
  'prepended marks': filled('\u0600'),
  'half surrogates': filled('\ud83d'),
  'replacement characters': filled('\ufffd'),
  newlines: `a${filled('\n').slice(2)}b`,
  'newlines and carriage returns': `a${filled('\r\n').slice(2)}b`,
  spaces: `a${filled(' ').slice(2)}b`,
  'letters and newlines': filled('a\n\n'),
  'separators only': filled('---\n'),
  'separated letters': filled('a\n---\n'),
  'separated, 1000 parts': filled(`${'a'.repeat(95)}\n---\n`),
  'nearly separators': filled(`${' '.repeat(50)}---${' '.repeat(50)}x\n`),
  'markers, too many': marked('a'),
  'markers, 900 parts': marked('a'.repeat(98)),
  'markers, long parts': marked('a'.repeat(400)),
  'an unfinished marker': `${filled('[1/2').slice(0, -8)} a [1/2]`,
  mentions: filled('@a '),
  'mentions with servers': filled('@a@b.c '),
  'an endless mention': cut(`@${filled('a')}`),
  'an endless server': cut(`@a@${filled('.')}`),
  'network mentions': filled('@{urn:network:person:1|A}'),
  'unfinished network mentions': filled('@{urn:network:person:1|'),
  links: filled('http://a '),
  'different links': numbered((index) => `http://a.b/${String(index).padStart(5, '0')} `),
  'an endless link': cut(`http://a${filled('.')}`),
  'links in brackets': filled('(http://a.b/(c)) '),
  'links without a space': filled('http://'),
  domains: filled('a.bc '),
  'an endless domain': filled('a.'),
  hashtags: filled('#a '),
  'hashtags without a space': filled('#a'),
  'numbers as hashtags': filled('#1'),
  'an endless number as hashtag': cut(`#${filled('1')}`),
  'a hashtag of marks': `#${filled('!').slice(2)}a`,
};
