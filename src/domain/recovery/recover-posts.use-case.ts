import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { type Connection, connectionsById } from '../accounts/connection.repository.js';
import { assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import { withdraw } from '../notifications/notification.repository.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { queueInOrder } from './queue-in-order.step.js';
import { OFFERED_FAILURES, sinceOf } from './recovery.js';
import { policyOf } from './recovery.repository.js';

export type RecoverPosts = (
  viewer: Viewer,
  connectionId: string,
) => Promise<{ connection: Connection; queued: PlatformPost[] }>;

/**
 * Queues the posts of an account that failed for access, also if the policy is to publish nothing by itself. Errors:
 * CONNECTION_NOT_FOUND, ACCOUNT_NOT_RECONNECTED.
 */
export const makeRecoverPosts =
  (needs: { transaction: Transaction; clock: () => Date; recordChanges: RecordChanges }): RecoverPosts =>
  async (viewer, connectionId) => {
    assertMayPublish(viewer);
    return needs.transaction(async (db) => {
      const [connection] = await connectionsById(db, [connectionId]);
      if (connection?.userId !== viewer.userId) throw new AppError('CONNECTION_NOT_FOUND');
      if (connection.revokedAt !== null) throw new AppError('ACCOUNT_NOT_RECONNECTED');
      const now = needs.clock();
      const failures = { codes: OFFERED_FAILURES, since: sinceOf(await policyOf(db, viewer), now) };
      const queued = await queueInOrder(db, needs.recordChanges, connection, failures, now);
      await withdraw(db, { kinds: ['POSTS_RECOVERED'], subjectIds: [connection.id] });
      return { connection, queued };
    });
  };
