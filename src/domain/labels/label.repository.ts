/** Labels, and the groups and files that have them. */
import { In } from 'typeorm';
import { columns } from '../../foundation/database/columns.js';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { MediaEntity } from '../media/media.entity.js';
import type { GroupCondition } from '../posts/reading/group-conditions.port.js';
import { LabelEntity } from './label.entity.js';
import { type Label, type LabelFilter, LabelMatch, MAX_LABELS_EACH } from './labels.js';

/** All labels of an account, at most 200, in any order. */
export const labelsOfUser = (db: Db, userId: string): Promise<Label[]> => db.findBy(LabelEntity, { userId });

export const labelsById = (db: Db, ids: readonly string[]): Promise<Label[]> =>
  db.findBy(LabelEntity, { id: In([...ids]) });

export const countLabels = (db: Db, userId: string): Promise<number> => db.countBy(LabelEntity, { userId });

export const hasName = (db: Db, { userId, nameKey }: Pick<Label, 'userId' | 'nameKey'>): Promise<boolean> =>
  db.existsBy(LabelEntity, { userId, nameKey });

/** A label of this user under its row lock; null when there is none. */
export const lockLabel = (db: Db, userId: string, id: string): Promise<Label | null> =>
  db.findOne(LabelEntity, { where: { id, userId }, lock: { mode: 'pessimistic_write' } });

const LABEL_ID = table(LabelEntity).only('id');

/** Keeps labels of this user from being deleted until the transaction ends. Returns the ids of those that exist. */
export async function keepLabels(db: Db, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query(
    `SELECT ${LABEL_ID.list} FROM labels WHERE user_id = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE`,
    [userId, ids],
  );
  return LABEL_ID.values(rows);
}

/** The same of labels by the keys of their names. */
export async function keepLabelsByName(db: Db, userId: string, nameKeys: readonly string[]): Promise<string[]> {
  const rows = await db.query(
    `SELECT ${LABEL_ID.list} FROM labels WHERE user_id = $1 AND name_key = ANY($2) ORDER BY id FOR KEY SHARE`,
    [userId, nameKeys],
  );
  return LABEL_ID.values(rows);
}

export async function insertLabel(db: Db, label: Label): Promise<void> {
  await db.insert(LabelEntity, label);
}

export async function updateLabel(
  db: Db,
  id: string,
  changes: Partial<Pick<Label, 'name' | 'nameKey' | 'color'>>,
): Promise<void> {
  await db.update(LabelEntity, id, columns<LabelEntity>(changes));
}

/** Deletes a label, and removes it from everything that has it. */
export async function deleteLabel(db: Db, id: string): Promise<void> {
  await db.delete(LabelEntity, { id });
}

/** What has labels: posts and files are labelled alike. */
const ITEMS = {
  group: { name: 'group_labels', id: 'group_id' },
  media: { name: 'media_labels', id: 'media_id' },
} as const;

/** A kind of item that has labels. */
export type LabelledKind = keyof typeof ITEMS;

const ofItem = (kind: LabelledKind) => computed({ itemId: expression<string>(`o.${ITEMS[kind].id}`) });

/** The labels of groups, or of files, in any order. */
export async function labelsOfItems(
  db: Db,
  kind: LabelledKind,
  itemIds: readonly string[],
): Promise<(Label & { itemId: string })[]> {
  const row = table(LabelEntity).of('l').and(ofItem(kind));
  const { name, id } = ITEMS[kind];
  const rows = await db.query(
    `SELECT ${row.list} FROM ${name} o JOIN labels l ON l.id = o.label_id WHERE o.${id} = ANY($1)`,
    [itemIds],
  );
  return row.rows(rows);
}

const COUNT = computed({ labelId: expression<string>('label_id'), count: expression<number>('count(*)::int') });

/** How many groups, or files, have each of these labels; labels that none has are missing. */
export async function countItems(
  db: Db,
  kind: LabelledKind,
  labelIds: readonly string[],
): Promise<RowIn<typeof COUNT>[]> {
  const rows = await db.query(
    `SELECT ${COUNT.list} FROM ${ITEMS[kind].name} WHERE label_id = ANY($1) GROUP BY label_id`,
    [labelIds],
  );
  return COUNT.rows(rows);
}

/** Which items get, or lose, which labels. */
interface Labelling {
  itemIds: readonly string[];
  labelIds: readonly string[];
}

/** Gives items labels; returns those that did not have them all. */
export async function addLabels(db: Db, kind: LabelledKind, { itemIds, labelIds }: Labelling): Promise<string[]> {
  const { name, id } = ITEMS[kind];
  const rows: { id: string }[] = await db.query(
    `WITH added AS (
       INSERT INTO ${name} (label_id, ${id})
       SELECT label_id, item_id FROM unnest($1::text[]) AS l (label_id), unnest($2::text[]) AS i (item_id)
       ON CONFLICT DO NOTHING RETURNING ${id} AS id)
     SELECT DISTINCT id FROM added`,
    [labelIds, itemIds],
  );
  return rows.map((row) => row.id);
}

/** Takes labels from items; returns those that had any of them. */
export async function removeLabels(db: Db, kind: LabelledKind, { itemIds, labelIds }: Labelling): Promise<string[]> {
  const { name, id } = ITEMS[kind];
  const rows: { id: string }[] = await db.query(
    `WITH removed AS (DELETE FROM ${name} WHERE label_id = ANY($1) AND ${id} = ANY($2) RETURNING ${id} AS id)
     SELECT DISTINCT id FROM removed`,
    [labelIds, itemIds],
  );
  return rows.map((row) => row.id);
}

/** Whether any of these items has more labels than so many. */
export async function exceedLabels(
  db: Db,
  kind: LabelledKind,
  itemIds: readonly string[],
  most: number,
): Promise<boolean> {
  const { name, id } = ITEMS[kind];
  const rows = await db.query(
    `SELECT 1 FROM ${name} WHERE ${id} = ANY($1) GROUP BY ${id} HAVING count(*) > $2 LIMIT 1`,
    [itemIds, most],
  );
  return rows.length > 0;
}

/** Gives a group the labels that another one has. */
export async function copyLabels(db: Db, fromGroupId: string, toGroupId: string): Promise<void> {
  await db.query(
    'INSERT INTO group_labels (label_id, group_id) SELECT label_id, $2 FROM group_labels WHERE group_id = $1',
    [fromGroupId, toGroupId],
  );
}

const FILE = table(MediaEntity).only('id', 'groupId');

/** Those of these files that are of this user, with their groups. */
export async function filesOfUser(db: Db, userId: string, ids: readonly string[]): Promise<RowIn<typeof FILE>[]> {
  return FILE.rows(await db.query(`SELECT ${FILE.list} FROM media WHERE user_id = $1 AND id = ANY($2)`, [userId, ids]));
}

/** Keeps files from being deleted until the transaction ends. Returns the ids of those that exist. */
export async function keepFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const file = FILE.only('id');
  return file.values(
    await db.query(`SELECT ${file.list} FROM media WHERE id = ANY($1) ORDER BY id FOR KEY SHARE`, [ids]),
  );
}

/** Groups with any of these labels, with all, or with none. */
export function withLabels({ ids, match }: LabelFilter): GroupCondition {
  const found = (isGiven: string) => `SELECT o.group_id FROM group_labels o WHERE o.label_id ${isGiven}`;
  switch (match) {
    case LabelMatch.ANY:
      return (parameter) => `g.id IN (${found(`= ANY(${parameter(ids)})`)})`;
    case LabelMatch.ALL:
      // No group has more.
      if (ids.length > MAX_LABELS_EACH) return () => 'false';
      return (parameter) => ids.map((id) => `g.id IN (${found(`= ${parameter(id)}`)})`).join(' AND ') || 'true';
    case LabelMatch.NONE:
      return (parameter) => `NOT EXISTS (${found(`= ANY(${parameter(ids)})`)} AND o.group_id = g.id)`;
  }
}
