/** Entries of feeds: each is stored once, and becomes one post at most. */

import { table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { FeedEntryEntity } from './feed-entry.entity.js';
import { type EntryState, FORGOTTEN_AFTER_MS, MAX_REMEMBERED, OVER_DAILY } from './feeds.js';

export type FeedEntry = Omit<FeedEntryEntity, 'feed' | 'group'>;

const ENTRY = table(FeedEntryEntity);

/** Those of these identities that the feed had before. */
export async function knownIdentities(db: Db, feedId: string, identities: readonly string[]): Promise<Set<string>> {
  const identity = ENTRY.only('identity');
  const rows = await db.query(`SELECT ${identity.list} FROM feed_entries WHERE feed_id = $1 AND identity = ANY($2)`, [
    feedId,
    identities,
  ]);
  return new Set(identity.values(rows));
}

export async function insertEntries(db: Db, entries: readonly FeedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.query(
    `INSERT INTO feed_entries (${ENTRY.names})
     SELECT ${ENTRY.from('c')} FROM jsonb_to_recordset($1::jsonb) AS c(${ENTRY.record})
     ON CONFLICT DO NOTHING`,
    [ENTRY.toJson(entries)],
  );
}

/** Notes that the feed still has these entries, once a day each, and forgets the oldest that it has no more. */
export async function keepSeen(db: Db, feedId: string, identities: readonly string[], now: Date): Promise<void> {
  await db.query(
    'UPDATE feed_entries SET last_seen_at = $3 WHERE feed_id = $1 AND identity = ANY($2) AND last_seen_at < $4',
    [feedId, identities, now, new Date(now.getTime() - DAY_MS)],
  );
  await db.query(
    `DELETE FROM feed_entries WHERE feed_id = $1 AND last_seen_at < $2 AND NOT identity = ANY($3)
        AND id < (SELECT id FROM feed_entries WHERE feed_id = $1 ORDER BY id DESC OFFSET $4 LIMIT 1)`,
    [feedId, new Date(now.getTime() - FORGOTTEN_AFTER_MS), identities, MAX_REMEMBERED],
  );
}

/** Entries that wait to become posts, oldest first. */
export async function waitingEntries(db: Db, feedId: string, limit: number): Promise<FeedEntry[]> {
  return ENTRY.rows(
    await db.query(
      `SELECT ${ENTRY.list} FROM feed_entries WHERE feed_id = $1 AND state = 'WAITING' ORDER BY id LIMIT $2`,
      [feedId, limit],
    ),
  );
}

/** How many entries of a feed became posts since. */
export async function countPosted(db: Db, feedId: string, since: Date): Promise<number> {
  const [{ count }] = await db.query(
    'SELECT count(*)::int AS count FROM feed_entries WHERE feed_id = $1 AND posted_at >= $2',
    [feedId, since],
  );
  return count;
}

/** Ends a waiting entry; false: another process has. */
export async function endEntry(
  db: Db,
  id: string,
  {
    state,
    reason = null,
    groupId = null,
    postedAt = null,
  }: { state: EntryState; reason?: string | null; groupId?: string | null; postedAt?: Date | null },
): Promise<boolean> {
  const [, count] = await db.query(
    `UPDATE feed_entries SET state = $2, reason = $3, group_id = $4, posted_at = $5, content = NULL
      WHERE id = $1 AND state = 'WAITING'`,
    [id, state, reason, groupId, postedAt],
  );
  return count > 0;
}

/** Why an entry still waits. */
export async function noteWaiting(db: Db, id: string, reason: string): Promise<void> {
  await db.query(`UPDATE feed_entries SET reason = $2 WHERE id = $1 AND state = 'WAITING'`, [id, reason]);
}

/** The same for all entries of a feed that wait without another reason. */
export async function noteAllWaiting(db: Db, feedId: string, reason: string): Promise<void> {
  await db.query(`UPDATE feed_entries SET reason = $2 WHERE feed_id = $1 AND state = 'WAITING' AND reason IS NULL`, [
    feedId,
    reason,
  ]);
}

/** Skips entries of a feed that wait since before a time. */
export async function skipWaiting(db: Db, feedId: string, before: Date, reason: string): Promise<void> {
  await db.query(
    `UPDATE feed_entries SET state = 'SKIPPED', reason = coalesce(nullif(reason, '${OVER_DAILY}'), $3), content = NULL
      WHERE feed_id = $1 AND state = 'WAITING' AND first_seen_at < $2`,
    [feedId, before, reason],
  );
}

/** A page of a feed's entries, newest first. */
export async function entryPage(
  db: Db,
  feedId: string,
  { after, limit }: { after: { id: string } | null; limit: number },
): Promise<FeedEntry[]> {
  return ENTRY.rows(
    await db.query(
      `SELECT ${ENTRY.list} FROM feed_entries WHERE feed_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [feedId, after?.id ?? null, limit],
    ),
  );
}

export async function countEntries(db: Db, feedId: string): Promise<number> {
  const [{ count }] = await db.query('SELECT count(*)::int AS count FROM feed_entries WHERE feed_id = $1', [feedId]);
  return count;
}
