import { In } from 'typeorm';
import { table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { SnippetEntity } from './snippet.entity.js';

export type Snippet = SnippetEntity;

const SNIPPET = table(SnippetEntity);

/** `text`: those with this text in their name or text, in any letter case; null: all. */
export interface SnippetFilter {
  userId: string;
  text: string | null;
}

const FILTERED = `snippets WHERE user_id = $1
  AND ($2::text IS NULL OR strpos(lower(name), lower($2)) > 0 OR strpos(lower(text), lower($2)) > 0)`;

/** A page of a user's snippets, by name. */
export async function snippetPage(
  db: Db,
  { userId, text }: SnippetFilter,
  { after, limit }: { after: { name: string } | null; limit: number },
): Promise<Snippet[]> {
  const rows = await db.query(
    `SELECT ${SNIPPET.list} FROM ${FILTERED} AND ($3::text IS NULL OR lower(name) > lower($3))
      ORDER BY lower(name) LIMIT $4`,
    [userId, text, after?.name ?? null, limit],
  );
  return SNIPPET.rows(rows);
}

export async function countSnippets(db: Db, { userId, text }: SnippetFilter): Promise<number> {
  const [{ count }] = await db.query(`SELECT count(*)::int AS count FROM ${FILTERED}`, [userId, text]);
  return count;
}

/** Snippets by their ids, in any order. */
export const snippetsById = (db: Db, ids: string[]): Promise<Snippet[]> => db.findBy(SnippetEntity, { id: In(ids) });

/** A snippet of this user; null if there is none. */
export const findSnippet = (db: Db, userId: string, id: string): Promise<Snippet | null> =>
  db.findOneBy(SnippetEntity, { id, userId });

const ID = SNIPPET.only('id');

/** The id of a user's snippet with this name, in any letter case; null if there is none. */
export async function findSnippetByName(db: Db, userId: string, name: string): Promise<string | null> {
  const rows = await db.query(`SELECT ${ID.list} FROM snippets WHERE user_id = $1 AND lower(name) = lower($2)`, [
    userId,
    name,
  ]);
  return ID.first(rows)?.id ?? null;
}

export async function insertSnippet(db: Db, snippet: Snippet): Promise<void> {
  await db.insert(SnippetEntity, snippet);
}

export async function updateSnippet(
  db: Db,
  id: string,
  changes: Pick<Snippet, 'name' | 'text' | 'updatedAt'>,
): Promise<void> {
  await db.update(SnippetEntity, id, changes);
}

export async function deleteSnippet(db: Db, id: string): Promise<void> {
  await db.delete(SnippetEntity, id);
}
