/** Feeds, and who fetches which. */
import { In, QueryFailedError } from 'typeorm';
import { columns } from '../../foundation/database/columns.js';
import { prepared } from '../../foundation/database/statement.js';
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import { UNIQUE_VIOLATION } from '../../foundation/database/unique-violation.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { isInUse } from '../identity/account/in-use.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { FeedEntity } from './feed.entity.js';
import { LEASE_MS } from './feeds.js';

export type Feed = FeedEntity;

const FEED = table(FeedEntity).of('f');

/** The feeds of an account, oldest first. */
export const feedsOfUser = (db: Db, userId: string): Promise<Feed[]> =>
  db.find(FeedEntity, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });

export const countFeeds = (db: Db, userId: string): Promise<number> => db.countBy(FeedEntity, { userId });

/** Feeds by their ids, in any order. */
export const feedsById = (db: Db, ids: readonly string[]): Promise<Feed[]> =>
  db.findBy(FeedEntity, { id: In([...ids]) });

export const findFeed = (db: Db, userId: string, id: string): Promise<Feed | null> =>
  db.findOneBy(FeedEntity, { id, userId });

/** A feed, locked for the rest of the transaction; null: there is none. */
export const lockFeed = (db: Db, id: string): Promise<Feed | null> =>
  db.findOne(FeedEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });

/** Stores a feed; false: another one of the account has its name, in any letter case, and the transaction has failed. */
export const insertFeed = (db: Db, feed: Feed): Promise<boolean> =>
  unlessTaken(db.insert(FeedEntity, columns<FeedEntity>({ ...feed })));

/** Changes a feed; false as for insertFeed. */
export const updateFeed = (db: Db, id: string, changes: Partial<Omit<Feed, 'id' | 'userId'>>): Promise<boolean> =>
  unlessTaken(db.update(FeedEntity, id, columns<FeedEntity>(changes)));

async function unlessTaken(stored: Promise<unknown>): Promise<boolean> {
  try {
    await stored;
    return true;
  } catch (error) {
    if (error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Deletes a feed with what is remembered of its entries. */
export async function deleteFeed(db: Db, id: string): Promise<void> {
  await db.delete(FeedEntity, id);
}

const until = (now: Date) => new Date(now.getTime() + LEASE_MS);

/**
 * Leases the feed that is due longest, of an account of which no other one is leased; null: none is due. Feeds of accounts
 * that cannot sign in wait.
 */
export async function claimDueFeed(db: Db, now: Date): Promise<Feed | null> {
  const rows = await db.query(
    // It is sent each second.
    prepared(`UPDATE feeds f SET lease_until = $2
       FROM (SELECT d.id FROM feeds d JOIN users u ON u.id = d.user_id JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)
              WHERE d.state IN ('ACTIVE', 'FAILING') AND d.next_fetch_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
                AND NOT EXISTS (SELECT FROM feeds l WHERE l.user_id = d.user_id AND l.lease_until > $1)
                AND ${isInUse('u', '$1')} AND ${isInUse('o', '$1')}
              ORDER BY d.next_fetch_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED) due
      WHERE f.id = due.id RETURNING ${FEED.list}`),
    [now, until(now)],
  );
  return FEED.first(rows[0]);
}

/** Leases a feed; null: it is leased by another process, or paused, or there is none. */
export async function claimFeed(db: Db, { id, userId }: Pick<Feed, 'id' | 'userId'>, now: Date): Promise<Feed | null> {
  const rows = await db.query(
    `UPDATE feeds f SET lease_until = $4 WHERE f.id = $1 AND f.user_id = $2 AND f.state <> 'PAUSED'
        AND (f.lease_until IS NULL OR f.lease_until <= $3) RETURNING ${FEED.list}`,
    [id, userId, now, until(now)],
  );
  return FEED.first(rows[0]);
}

/** Ends the lease of a process, unless another one has the feed since. */
export async function endLease(db: Db, { id, leaseUntil }: Pick<Feed, 'id' | 'leaseUntil'>): Promise<void> {
  await db.query('UPDATE feeds SET lease_until = NULL WHERE id = $1 AND lease_until = $2', [id, leaseUntil]);
}

const OWNER = table(UserEntity).of('o');
const USER = table(UserEntity).of('u');
const ACCOUNT = OWNER.only('plan', 'limitOverrides', 'additionsRevision', 'emailConfirmedAt')
  .plus({ ownerId: OWNER.get('id'), userId: USER.get('id'), timeZone: USER.get('timeZone') })
  .plus({ email: expression<string>(`coalesce((SELECT p.email FROM people p WHERE p.id = $2), '')`) });

/** The account of a feed, with the one that carries the plan. */
export type FeedAccount = RowIn<typeof ACCOUNT>;

export async function accountOfFeed(
  db: Db,
  { userId, personId }: Pick<Feed, 'userId' | 'personId'>,
): Promise<FeedAccount | null> {
  const rows = await db.query(
    `SELECT ${ACCOUNT.list} FROM users u JOIN users o ON o.id = coalesce(u.managed_by_id, u.id) WHERE u.id = $1`,
    [userId, personId],
  );
  return ACCOUNT.first(rows);
}

/**
 * After a restored backup: entries of before it become no queued posts. The next fetch reads each feed, also an
 * unchanged one. Returns the number of feeds.
 */
export async function noteRestore(db: Db, at: Date): Promise<number> {
  const [, count] = await db.query(
    `UPDATE feeds SET restored_at = $1, etag = NULL, last_modified = NULL, lease_until = NULL
      WHERE restored_at IS DISTINCT FROM $1`,
    [at],
  );
  // Also those that were read since: while publishing is paused, entries wait.
  await db.query(`UPDATE feed_entries SET only_draft = true WHERE state = 'WAITING'`);
  return count;
}
