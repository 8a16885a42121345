import fc from 'fast-check';
import { BETWEEN, FOLDED, UNSPACED } from '../../src/foundation/database/migrations/initial/search.js';
import { storableText } from '../../src/foundation/database/storable-text.js';
import { anyText, patienceMs, runs } from '../support/arbitraries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const RUNS = 30;
/** Texts of one statement. */
const AT_ONCE = 100;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  // The definition of a word, without regard to what it costs.
  await db.query(`
    CREATE FUNCTION defined_words(given text) RETURNS SETOF text LANGUAGE sql AS $$
      SELECT DISTINCT word
        FROM regexp_matches(left(${FOLDED}, 20000), '[${UNSPACED}]+|[^${UNSPACED}${BETWEEN}]+', 'g') AS run(found),
             LATERAL (
               SELECT left(found[1], 50) AS word WHERE found[1] !~ '^[${UNSPACED}]'
               UNION ALL
               SELECT c || lead(c, 1, '') OVER (ORDER BY place)
                 FROM string_to_table(found[1], NULL) WITH ORDINALITY AS t(c, place)
                WHERE found[1] ~ '^[${UNSPACED}]'
             ) AS words
    $$`);
});
afterAll(() => db?.drop());

/** Of the texts, those whose words are not the defined ones. */
const wrong = (texts: readonly string[]): Promise<object[]> =>
  db.query(
    `SELECT given, search_vector('user' || 'abcdef', given) AS words,
            array_to_tsvector(ARRAY(SELECT 'abcdef' || word FROM defined_words(given) AS word)) AS defined
       FROM unnest($1::text[]) AS given
      WHERE search_vector('user' || 'abcdef', given)
              <> array_to_tsvector(ARRAY(SELECT 'abcdef' || word FROM defined_words(given) AS word))`,
    [texts.map(storableText)],
  );

const PIECES = [
  ...['a', 'B', 'Word', 'ISTANBUL', '7', ' ', '  ', '\n', '\t', '.', '-', '_', "'", '\u00a0', 'x'.repeat(60)],
  ...['é', 'e\u0301', 'ß', 'Æ', 'œ', 'Þ', 'ł', 'ø', 'İ', 'ı', 'Σ', 'ς', 'ﬁ', 'Ⅷ', '½', '²', '\u0301', '\ufe0f'],
  ...[
    '漢',
    '漢字',
    'かな',
    'カ',
    'ไทย',
    'မြန်',
    'ខ្មែរ',
    '한국',
    'مرحبا',
    'हिन्दी',
    '😀',
    '👩‍👩‍👧',
    '✅',
    '、',
    '。',
    '٫',
    '״',
    '\u200b',
  ],
];

test(
  'a text has the words of the definition',
  async () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'binary-ascii', maxLength: 60 }),
      anyText,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (texts) => {
        expect(await wrong(texts)).toEqual([]);
      }),
      runs(RUNS),
    );
  },
  patienceMs(RUNS),
);

test('of long texts and long words, the same parts count', async () => {
  const long = [
    'word '.repeat(6_000),
    'é '.repeat(15_000),
    '漢字'.repeat(15_000),
    'ﷺ'.repeat(3_000),
    `${'x'.repeat(19_999)} yz`,
  ];
  expect(await wrong(long)).toEqual([]);
});

test('a query has the words of its text, and is null without any', async () => {
  const [row] = await db.query(
    `SELECT search_query('user' || 'abcdef', 'Old old Straße 漢字') AS words, search_query('user', ' .') AS none`,
  );
  expect(row).toEqual({
    words: `'abcdefold':* & 'abcdefstrasse':* & 'abcdef字':* & 'abcdef漢字':*`,
    none: null,
  });
});
