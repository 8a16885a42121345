/** Scripts that are written without spaces between words, and symbols that are words by themselves, such as emoji. */
export const UNSPACED = String.raw`\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u31ff\u3400-\u9fff\ua000-\ua4cf\uf900-\ufaff\U0001f000-\U0003ffff`;

/**
 * What separates words: white space, control characters, punctuation, variation selectors. As ranges, so that words do
 * not depend on the locale of the database.
 */
export const BETWEEN = String.raw`\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u05be\u05c0\u05c3\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u25ff\u2b00-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u302a-\u3030\ufe00-\ufe0f\ufe30-\ufe6f\uff00-\uff0f\ufffc\ufffd`;

/** Without case and accents. */
const PLAIN = `lower(normalize(
                regexp_replace(normalize(left(given, 20000), NFKD), '[\\u0300-\\u036f]+', '', 'g'), NFC))`;

/** Letters that Unicode does not decompose, and how they are searched; the final sigma like any other. */
const LETTERS = { from: 'ςłøđħıŧð', to: 'σlodhitd' };
const LIGATURES = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/** A text without case and accents. */
export const FOLDED = Object.entries(LIGATURES).reduce(
  (sql, [letter, letters]) => `replace(${sql}, '${letter}', '${letters}')`,
  `translate(${PLAIN}, '${LETTERS.from}', '${LETTERS.to}')`,
);

/** The part of a user's id that the user's words begin with. */
const OWN = 'right(user_id, 6)';

/** Whole words of a text, which characters that match a pattern separate. */
const wholeWords = (text: string, separators: string) => `ARRAY(
         SELECT prefix || left(word, 50)
           FROM string_to_table(regexp_replace(${text}, '[${separators}]+', ' ', 'g'), ' ') AS word
          WHERE word <> '')`;

/** The words of post groups. The database keeps them, so nothing that writes a text can forget them. */
export const SEARCH = `
-- The words of a text without case and accents, each after a prefix; a word can occur more than once. In scripts with
-- spaces they are whole words; in others each character with the one that follows it, so that a search finds them within
-- a sentence. Only the first 20,000 characters of a text and the first 50 of a word count: the largest text stays below
-- the megabyte of a tsvector. ASCII has neither accents nor scripts without spaces, so its words cost a third.
CREATE FUNCTION search_words(prefix text, given text) RETURNS text[]
   LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
   DECLARE
     folded text;
     words text[];
   BEGIN
     IF octet_length(given) = length(given) THEN
       RETURN ${wholeWords('lower(left(given, 20000) COLLATE "C")', '^a-z0-9')};
     END IF;
     folded := left(${FOLDED}, 20000);
     words := ${wholeWords('folded', `${UNSPACED}${BETWEEN}`)};
     IF folded ~ '[${UNSPACED}]' THEN
       words := words || ARRAY(
         SELECT prefix || c || lead(c, 1, '') OVER (PARTITION BY run.place ORDER BY t.place)
           FROM regexp_matches(folded, '[${UNSPACED}]+', 'g') WITH ORDINALITY AS run(characters, place),
                string_to_table(characters[1], NULL) WITH ORDINALITY AS t(c, place));
     END IF;
     RETURN words;
   END $$;

-- Each word begins with the end of its user's id, which is random, so that a search reads next to nothing of other
-- users' in the index. The query that uses it compares the users of the groups that are found.
CREATE FUNCTION search_vector(user_id text, given text) RETURNS tsvector
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT array_to_tsvector(search_words(${OWN}, given))
   $$;

-- Each word of the query is the beginning of a word of the text. Null, which matches nothing, if it has no words.
CREATE FUNCTION search_query(user_id text, given text) RETURNS tsquery
   LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT string_agg(DISTINCT '''' || word || ''':*', ' & ')::tsquery FROM unnest(search_words(${OWN}, given)) AS word
   $$;

-- Apart from the groups, whose rows change with every step of publishing: this index changes with the text alone.
CREATE TABLE post_searches (
  group_id varchar(24) NOT NULL,
  words tsvector NOT NULL,
  CONSTRAINT post_searches_pkey PRIMARY KEY (group_id),
  CONSTRAINT post_searches_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX post_searches_words_idx ON post_searches USING gin (words);

CREATE FUNCTION index_post_text() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO post_searches VALUES (NEW.id, search_vector(NEW.user_id, NEW.content))
     ON CONFLICT (group_id) DO UPDATE SET words = EXCLUDED.words;
     RETURN NULL;
   END $$;
CREATE TRIGGER index_text AFTER INSERT OR UPDATE OF content ON post_groups
  FOR EACH ROW EXECUTE FUNCTION index_post_text();
`;
