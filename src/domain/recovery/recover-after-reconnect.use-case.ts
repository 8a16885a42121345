import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { connectionsById } from '../accounts/connection.repository.js';
import { isOnHold, isRemoved } from '../identity/access/may-sign-in.js';
import { findUser } from '../identity/account/user.repository.js';
import { notify } from '../notifications/notify.step.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { queueInOrder } from './queue-in-order.step.js';
import { ACCESS_FAILURES, OFFERED_FAILURES, RecoveryMode, sinceOf } from './recovery.js';
import { namesOf, policyOf, recoverablePosts } from './recovery.repository.js';
import { MAX_NAMED, postsCanGoOut, postsGoOut } from './recovery-notices.js';

/**
 * `end` ends the job of the reconnect, in the transaction, and returns whether it had not ended before: what the job does
 * is done once, also if a worker dies or two have the job.
 */
export type RecoverAfterReconnect = (connectionId: string, end: (db: Db) => Promise<boolean>) => Promise<void>;

/**
 * Does after a reconnect what the policy says, and notifies those who publish. It is not part of the reconnect, which has
 * the plan locked: changes of posts lock their group first, and the plan second.
 */
export const makeRecoverAfterReconnect =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    recordChanges: RecordChanges;
    /** Whether an address must be confirmed before posts are scheduled. */
    confirmEmail: boolean;
  }): RecoverAfterReconnect =>
  (connectionId, end) =>
    needs.transaction(async (db) => {
      if (!(await end(db))) return;
      const [connection] = await connectionsById(db, [connectionId]);
      const user = connection && (await findUser(db, connection.userId));
      const owner = user?.managedById ? await findUser(db, user.managedById) : user;
      // Disconnected, removed, or refused again.
      if (!user || !owner || connection.revokedAt !== null) return;
      const now = needs.clock();
      const policy = await policyOf(db, { userId: user.id, ownerId: owner.id });
      if (policy.mode === RecoveryMode.OFF) return;
      // What its owner could not have published now waits for a person.
      const isConfirmed = !needs.confirmEmail || owner.emailConfirmedAt !== null;
      const isInUse = [user, owner].every(
        (one) => one.deactivatedAt === null && !isRemoved(one.removalAt, now) && !isOnHold(one, now),
      );
      const since = sinceOf(policy, now);
      const goesOut = policy.mode === RecoveryMode.AUTOMATIC && isConfirmed && isInUse;
      const queued = goesOut
        ? await queueInOrder(db, needs.recordChanges, connection, { codes: ACCESS_FAILURES, since }, now)
        : [];
      const offered = await recoverablePosts(db, connection, { codes: OFFERED_FAILURES, since });
      const posts = queued.length > 0 ? queued : offered;
      if (posts.length === 0) return;
      const named = await namesOf(db, posts.slice(0, MAX_NAMED));
      const notice = queued.length > 0 ? postsGoOut : postsCanGoOut;
      await notify(db, now, [notice(connection, user, { count: posts.length, named, offered: offered.length })]);
    });
