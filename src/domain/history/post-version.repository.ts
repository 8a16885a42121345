/** Versions of groups. Each is made of the rows of its group by Postgres, so that no text is read to be stored again. */
import { prepared } from '../../foundation/database/statement.js';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { shownNameIn } from '../identity/people/shown-name.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { PostVersionEntity } from './post-version.entity.js';
import type { Editor, Snapshot } from './post-version.js';

/** Versions that are kept of a group, with the first one. */
const MAX_VERSIONS = 100;
/** What they have together as text; the first and the last one are kept in any case. */
const MAX_BYTES = 5_000_000;

/** Of the group `g`. Lists in which the order means nothing are sorted, so that equal groups have equal snapshots. */
const SNAPSHOT = `jsonb_build_object(
  'content', g.content,
  'status', g.status,
  'scheduledTime', (extract(epoch FROM g.scheduled_time) * 1000)::bigint,
  'videoTimestamp', g.video_timestamp,
  'addSignature', g.add_signature,
  'addLinkParameters', g.add_link_parameters,
  'settings', g.platform_settings,
  'targets', (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
             'platformId', p.platform_id,
             'content', CASE WHEN p.has_own_text THEN coalesce(p.unsplit_content, p.content) END)
             || CASE WHEN p.first_comment IS NULL THEN '{}' ELSE jsonb_build_object('firstComment', p.first_comment) END
           ORDER BY p.platform_id COLLATE "C"), '[]')
      FROM platform_posts p WHERE p.group_id = g.id AND p.part_index = 0),
  'files', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'altText', m.alt_text)
             || CASE WHEN m.framings = '[]' THEN '{}' ELSE jsonb_build_object('framings', m.framings) END
                    ORDER BY m.position NULLS LAST, m.added_at, m.id), '[]')
      FROM media m WHERE m.group_id = g.id AND m.user_id = g.user_id))`;

/** Drops the oldest versions but the first, to have room for more. `among`: which groups, as a condition of their id. */
const room = (among: string, more = 1) => `
  DELETE FROM post_versions v
   USING (SELECT group_id, number, row_number() OVER newest AS rank, sum(bytes) OVER newest AS total
            FROM post_versions WHERE group_id ${among} WINDOW newest AS (PARTITION BY group_id ORDER BY number DESC)) AS kept
   WHERE v.group_id ${among} AND v.group_id = kept.group_id AND v.number = kept.number AND v.number > 1
     AND (kept.rank > ${MAX_VERSIONS - 1 - more} OR kept.total > ${MAX_BYTES})
     AND EXISTS (SELECT FROM added WHERE added.group_id = v.group_id)`;

/** The name of who edits: `$2` is the kind, `$3` the id. */
const EDITOR_NAME = `coalesce(
  (SELECT ${shownNameIn('p')} FROM people p WHERE $2 = 'person' AND p.id = $3),
  (SELECT name FROM api_keys WHERE $2 = 'api_key' AND id = $3),
  (SELECT name FROM applications WHERE $2 = 'application' AND id = $3))`;

const KEEP = `
  WITH current AS (
    SELECT g.id AS group_id, s.snapshot, g.updated_at
      FROM post_groups g CROSS JOIN LATERAL (SELECT ${SNAPSHOT} AS snapshot) s WHERE g.id = $1
  ), last AS (
    SELECT DISTINCT ON (group_id) group_id, number, snapshot
      FROM post_versions WHERE group_id = $1 ORDER BY group_id, number DESC
  ), added AS (
    INSERT INTO post_versions (group_id, number, editor, editor_name, snapshot, bytes, created_at)
    SELECT group_id, coalesce(last.number, 0) + 1, $2, ${EDITOR_NAME}, current.snapshot,
           octet_length(current.snapshot::text), current.updated_at
      FROM current LEFT JOIN last USING (group_id) WHERE last.snapshot IS DISTINCT FROM current.snapshot
    RETURNING group_id
  ) ${room('= $1')}`;

const MOVED = table(PostGroupEntity).only('id', 'status', 'scheduledTime', 'updatedAt');

/** Of each group, what it was before, unless its last version is the same, and what it is. */
const KEEP_MOVED = `
  WITH moved AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($1::jsonb) AS c(${MOVED.record})),
  current AS MATERIALIZED (
    SELECT g.id AS group_id, s.snapshot, g.updated_at, c."updatedAt" AS before_at, s.snapshot || jsonb_build_object(
             'status', c.status, 'scheduledTime', (extract(epoch FROM c."scheduledTime") * 1000)::bigint) AS before
      FROM moved c JOIN post_groups g ON g.id = c.id CROSS JOIN LATERAL (SELECT ${SNAPSHOT} AS snapshot) s
  ), last AS (
    SELECT DISTINCT ON (group_id) group_id, number, snapshot
      FROM post_versions WHERE group_id IN (SELECT id FROM moved) ORDER BY group_id, number DESC
  ), news AS (
    SELECT group_id, 1 AS step, NULL::text AS editor, before AS snapshot, before_at AS created_at
      FROM current LEFT JOIN last USING (group_id) WHERE last.snapshot IS DISTINCT FROM current.before
     UNION ALL
    SELECT group_id, 2, $2::text, snapshot, updated_at FROM current WHERE snapshot <> before
  ), who AS (SELECT ${EDITOR_NAME} AS name), added AS (
    INSERT INTO post_versions (group_id, number, editor, editor_name, snapshot, bytes, created_at)
    SELECT n.group_id, coalesce(last.number, 0) + row_number() OVER (PARTITION BY n.group_id ORDER BY n.step),
           n.editor, CASE WHEN n.editor IS NOT NULL THEN (SELECT name FROM who) END, n.snapshot,
           octet_length(n.snapshot::text), n.created_at
      FROM news n LEFT JOIN last USING (group_id)
    RETURNING group_id
  ) ${room('IN (SELECT id FROM moved)', 2)}`;

const valuesOf = (editor: Editor | null) => [editor?.kind ?? null, editor?.id ?? null];

/** Keeps a locked group as it is, unless its last version is the same. */
export async function keepVersion(db: Db, groupId: string, editor: Editor | null): Promise<void> {
  await db.query(prepared(KEEP), [groupId, ...valuesOf(editor)]);
}

/**
 * Keeps what locked groups were, and what they are: an editor has given them other times. `before`: their timing and when they
 * were changed before that.
 */
export async function keepMoved(db: Db, before: readonly RowIn<typeof MOVED>[], editor: Editor | null): Promise<void> {
  await db.query(KEEP_MOVED, [MOVED.toJson(before), ...valuesOf(editor)]);
}

const VERSION = table(PostVersionEntity).only('groupId', 'number', 'editor', 'editorName', 'createdAt').of('v');
const PLACED = VERSION.plus({ ordinal: expression<number>('p.ordinal::integer') });

export type PostVersion = RowIn<typeof VERSION>;

/** Versions of a group, newest first. */
export interface VersionPage {
  groupId: string;
  /** Only versions with a lower number; null: any. */
  below: number | null;
  limit: number;
}

/** Several pages in one query. */
export async function versionPages(db: Db, pages: readonly VersionPage[]): Promise<PostVersion[][]> {
  const rows = await db.query(
    `SELECT ${PLACED.list}
       FROM unnest($1::text[], $2::integer[], $3::integer[]) WITH ORDINALITY AS p(group_id, below, size, ordinal)
      CROSS JOIN LATERAL (SELECT * FROM post_versions
                           WHERE group_id = p.group_id AND (p.below IS NULL OR number < p.below)
                           ORDER BY number DESC LIMIT p.size) AS v
      ORDER BY p.ordinal, v.number DESC`,
    [pages.map(({ groupId }) => groupId), pages.map(({ below }) => below), pages.map(({ limit }) => limit)],
  );
  const versions = pages.map((): PostVersion[] => []);
  for (const { ordinal, ...version } of PLACED.rows(rows)) versions[ordinal - 1]?.push(version);
  return versions;
}

/** How many versions each group has. */
export async function versionCounts(db: Db, groupIds: readonly string[]): Promise<number[]> {
  const rows: { id: string; count: number }[] = await db.query(
    'SELECT group_id AS id, count(*)::int AS count FROM post_versions WHERE group_id = ANY($1) GROUP BY 1',
    [groupIds],
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return groupIds.map((id) => counts.get(id) ?? 0);
}

export type VersionKey = Pick<PostVersion, 'groupId' | 'number'>;

const COMPARED = computed({
  ordinal: expression<number>('ordinal::integer'),
  /** Null: there was no room for it. */
  snapshot: expression<Snapshot | null>('CASE WHEN total <= $3 THEN snapshot END'),
  /** Of the version before it; null: it is the first, or there was no room. */
  before: expression<Snapshot | null>('CASE WHEN total <= $3 THEN before END'),
  /** Of both. */
  bytes: expression<number>('bytes'),
});

export type ComparedVersion = Omit<RowIn<typeof COMPARED>, 'ordinal'>;

/** Versions with those before them, together at most `maxBytes`: all of them or none. Undefined: there is none. */
export async function comparedVersions(
  db: Db,
  keys: readonly VersionKey[],
  maxBytes: number,
): Promise<(ComparedVersion | undefined)[]> {
  const rows = await db.query(
    `SELECT ${COMPARED.list} FROM (
       SELECT w.ordinal, v.snapshot, b.snapshot AS before, v.bytes + coalesce(b.bytes, 0) AS bytes,
              sum(v.bytes + coalesce(b.bytes, 0)) OVER () AS total
         FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS w(group_id, number, ordinal)
         JOIN post_versions v ON v.group_id = w.group_id AND v.number = w.number
         LEFT JOIN LATERAL (SELECT snapshot, bytes FROM post_versions
                             WHERE group_id = v.group_id AND number < v.number ORDER BY number DESC LIMIT 1) AS b ON true
     ) AS read`,
    [keys.map(({ groupId }) => groupId), keys.map(({ number }) => number), maxBytes],
  );
  const found: (ComparedVersion | undefined)[] = keys.map(() => undefined);
  for (const { ordinal, ...version } of COMPARED.rows(rows)) found[ordinal - 1] = version;
  return found;
}

export async function findSnapshot(db: Db, { groupId, number }: VersionKey): Promise<Snapshot | null> {
  const found = await db.findOneBy(PostVersionEntity, { groupId, number });
  return found?.snapshot ?? null;
}
