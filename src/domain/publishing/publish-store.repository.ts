import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { claimLivePosts, findAccountActivity } from './live-post.repository.js';
import { findPosts, lockGroups } from './post-to-publish.repository.js';
import { noteAttempt } from './publish-attempt.repository.js';
import type { PublishStore } from './publish-store.js';
import { lockRateUses, storeRateUses } from './rate-use.repository.js';

/** The store of publishing on Postgres. */
export const makePublishStore = ({
  db,
  transaction,
  recordChanges,
}: {
  db: Db;
  transaction: Transaction;
  recordChanges: RecordChanges;
}): PublishStore => ({
  findPosts: (postIds) => findPosts(db, postIds),
  transaction: (work) =>
    transaction((tx) =>
      work({
        lockGroups: (groupIds) => lockGroups(tx, groupIds),
        lockRateUses: (keys) => lockRateUses(tx, keys),
        storeRateUses: (uses) => storeRateUses(tx, uses),
        claimLivePosts: (claims, now) => claimLivePosts(tx, claims, now),
        recordChanges: (changes, now) => recordChanges(tx, changes, now),
      }),
    ),
  noteAttempt: (known, notes) => noteAttempt(db, known, notes),
  accountActivity: (account, postId, since) => findAccountActivity(db, account, postId, since),
});
