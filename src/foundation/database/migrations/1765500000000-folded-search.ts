import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PLAIN, searchWords } from './1765460000000-finding.js';

/** Groups that one statement changes: it holds their locks for a moment. */
const AT_ONCE = 1_000;

/** Letters that Unicode does not decompose, and how they are searched: the final sigma as any other. */
const LETTERS = { from: 'ςłøđħıŧð', to: 'σlodhitd' };
const LIGATURES = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

const FOLDED = Object.entries(LIGATURES).reduce(
  (sql, [letter, letters]) => `replace(${sql}, '${letter}', '${letters}')`,
  `translate(${PLAIN}, '${LETTERS.from}', '${LETTERS.to}')`,
);

/** A search finds a letter by the one that it is written as without case and accents, on both sides. */
export class FoldedSearch1765500000000 implements MigrationInterface {
  transaction = false;

  async up(query: QueryRunner): Promise<void> {
    await query.query(searchWords(FOLDED));
    await indexAnew(query);
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query(searchWords(PLAIN));
    await indexAnew(query);
  }
}

async function indexAnew(query: QueryRunner): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const [row]: { last: string | null }[] = await query.query(
      `WITH batch AS (SELECT id, user_id, content FROM post_groups WHERE id > $1 ORDER BY id LIMIT ${AT_ONCE}),
            fresh AS (SELECT id, search_vector(user_id, content) AS words FROM batch),
            indexed AS (
              UPDATE post_searches s SET words = fresh.words
                FROM fresh WHERE s.group_id = fresh.id AND s.words <> fresh.words)
       SELECT max(id) AS last FROM batch`,
      [after],
    );
    after = row?.last ?? null;
  }
}
