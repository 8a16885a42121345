import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { FinishTexts } from '../posts/state/finish-text.port.js';
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
  finishTexts,
}: {
  db: Db;
  transaction: Transaction;
  recordChanges: RecordChanges;
  finishTexts: FinishTexts;
}): PublishStore => ({
  findPosts: (postIds) => findPosts(db, postIds),
  findFinishing: (targets) => finishTexts(db, targets),
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
