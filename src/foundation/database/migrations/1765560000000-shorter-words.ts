import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the words of a user begin with, so that a search reads none of others': the end of the id, which is random. Users
 * that share it are told apart by the groups that are found.
 */
const OWN = 'right(user_id, 6)';

const searchVector = (own: string) => `
   CREATE OR REPLACE FUNCTION search_vector(user_id text, given text) RETURNS tsvector
   LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
     SELECT array_to_tsvector(ARRAY(SELECT ${own} || word FROM search_words(given) AS word))
   $$`;

const searchQuery = (forms: readonly string[]) => `
   CREATE OR REPLACE FUNCTION search_query(user_id text, given text) RETURNS tsquery
   LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
     SELECT string_agg('(' || ${forms.map((own) => `'''' || ${own} || word || ''':*'`).join(` || ' | ' || `)} || ')', ' & ')::tsquery
       FROM search_words(given) AS word
   $$`;

/** The words of a text are stored with six characters of its user's id, not all 24; older ones are found as they are. */
export class ShorterWords1765560000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query(searchQuery([OWN, 'user_id']));
    await query.query(searchVector(OWN));
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query(searchVector('user_id'));
    await query.query(searchQuery([OWN, 'user_id']));
  }
}
