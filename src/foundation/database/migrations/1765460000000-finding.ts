import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups that one statement changes: it holds their locks for a moment. */
const AT_ONCE = 1_000;

/** Scripts that are written without spaces between words, and symbols that are words by themselves, such as emoji. */
const UNSPACED = String.raw`\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u31ff\u3400-\u9fff\ua000-\ua4cf\uf900-\ufaff\U0001f000-\U0003ffff`;
/**
 * What stands between words: white space, control characters, punctuation, selectors of variants. As ranges, so that
 * words are the same whatever the locale of the database.
 */
const BETWEEN = String.raw`\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u05be\u05c0\u05c3\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u25ff\u2b00-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u302a-\u3030\ufe00-\ufe0f\ufe30-\ufe6f\uff00-\uff0f\ufffc\ufffd`;

/** Without case and accents. */
export const PLAIN = `lower(normalize(
                regexp_replace(normalize(left(given, 20000), NFKD), '[\\u0300-\\u036f]+', '', 'g'), NFC))`;

/**
 * The words of a text without case and accents: of spaced scripts whole words, of others every character with the
 * one that follows it, so that a search finds them within a sentence. Of a text the first 20,000 characters, and
 * of a word the first 50, so that the largest text stays below the megabyte of a tsvector.
 */
export const searchWords = (folded: string) =>
  `CREATE OR REPLACE FUNCTION search_words(given text) RETURNS SETOF text
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT DISTINCT word
       FROM regexp_matches(
              left(${folded}, 20000),
              '[${UNSPACED}]+|[^${UNSPACED}${BETWEEN}]+', 'g') AS run(found),
            LATERAL (
              SELECT left(found[1], 50) AS word WHERE found[1] !~ '^[${UNSPACED}]'
              UNION ALL
              SELECT c || lead(c, 1, '') OVER (ORDER BY place)
                FROM string_to_table(found[1], NULL) WITH ORDINALITY AS t(c, place)
               WHERE found[1] ~ '^[${UNSPACED}]'
            ) AS words
   $$`;

const UP = [
  searchWords(PLAIN),
  // Each word begins with the id of its user, so that a search reads nothing of the index but what is the user's own.
  `CREATE OR REPLACE FUNCTION search_vector(user_id text, given text) RETURNS tsvector
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT array_to_tsvector(ARRAY(SELECT user_id || word FROM search_words(given) AS word))
   $$`,
  // Every word of the query is the beginning of one of the text. Null, which matches nothing, when it has none.
  `CREATE OR REPLACE FUNCTION search_query(user_id text, given text) RETURNS tsquery
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT string_agg('''' || user_id || word || ''':*', ' & ')::tsquery FROM search_words(given) AS word
   $$`,

  // Beside the groups, whose rows change with every step of publishing: the index changes with the text alone.
  `CREATE TABLE IF NOT EXISTS post_searches (
     group_id varchar(24) CONSTRAINT post_searches_pkey PRIMARY KEY
       CONSTRAINT post_searches_group_fkey REFERENCES post_groups (id) ON DELETE CASCADE,
     words tsvector NOT NULL
   )`,
  'CREATE INDEX IF NOT EXISTS post_searches_words_idx ON post_searches USING gin (words)',
  `CREATE OR REPLACE FUNCTION index_post_text() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO post_searches VALUES (NEW.id, search_vector(NEW.user_id, NEW.content))
     ON CONFLICT (group_id) DO UPDATE SET words = EXCLUDED.words;
     RETURN NULL;
   END $$`,
  `CREATE OR REPLACE TRIGGER index_text AFTER INSERT OR UPDATE OF content ON post_groups
     FOR EACH ROW EXECUTE FUNCTION index_post_text()`,

  'ALTER TABLE post_groups ADD COLUMN IF NOT EXISTS published_at timestamptz(3)',
  `CREATE INDEX IF NOT EXISTS post_groups_published_idx
     ON post_groups (user_id, coalesce(published_at, '-infinity'::timestamptz), id)`,
];

const DOWN = [
  'ALTER TABLE post_groups DROP COLUMN published_at',
  'DROP TRIGGER index_text ON post_groups',
  'DROP FUNCTION index_post_text',
  'DROP TABLE post_searches',
  'DROP FUNCTION search_query',
  'DROP FUNCTION search_vector',
  'DROP FUNCTION search_words',
];

/**
 * An index of the texts of groups, kept by the database so that nothing that writes a text can forget it, and when each
 * group was published. Each statement is a transaction of its own, and all can be repeated.
 */
export class Finding1765460000000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
    for (let after: string | null = ''; after !== null; ) {
      const [row]: { last: string | null }[] = await query.query(
        `WITH batch AS (SELECT id, user_id, content FROM post_groups WHERE id > $1 ORDER BY id LIMIT ${AT_ONCE}),
              indexed AS (
                INSERT INTO post_searches SELECT id, search_vector(user_id, content) FROM batch
                ON CONFLICT (group_id) DO NOTHING),
              dated AS (
                UPDATE post_groups g SET published_at = p.first
                  FROM (SELECT group_id, min(updated_at) AS first FROM platform_posts
                         WHERE group_id IN (SELECT id FROM batch) AND status = 'published' GROUP BY group_id) p
                 WHERE g.id = p.group_id AND g.published_at IS NULL)
         SELECT max(id) AS last FROM batch`,
        [after],
      );
      after = row?.last ?? null;
    }
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
