import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { OFFERED_FAILURES, sinceOf } from './recovery.js';
import { policyOf, recoverablePostsOfAccounts } from './recovery.repository.js';

/** An account of a user, with the owner of the user and the time of the operation. */
interface RecoverableOf {
  userId: string;
  ownerId: string;
  platformId: string;
  now: Date;
}

export interface RecoveryLoaders {
  recoverablePosts: DataLoader<RecoverableOf, PlatformPost[], string>;
}

/** What the resolvers of recovery find in the context of an operation. */
export interface RecoveryContext {
  loaders: RecoveryLoaders;
}

export const makeRecoveryLoaders = (db: Db): RecoveryLoaders => ({
  recoverablePosts: new DataLoader(
    async (keys) => {
      const users = new Map(keys.map((key) => [key.userId, key]));
      const found = new Map<string, Map<string, PlatformPost[]>>();
      for (const [userId, user] of users) {
        const platformIds = keys.flatMap((key) => (key.userId === userId ? key.platformId : []));
        const failures = { codes: OFFERED_FAILURES, since: sinceOf(await policyOf(db, user), user.now) };
        found.set(userId, await recoverablePostsOfAccounts(db, { userId, platformIds, ...failures }));
      }
      return keys.map(({ userId, platformId }) => found.get(userId)?.get(platformId) ?? []);
    },
    { cacheKeyFn: ({ userId, platformId }) => `${userId} ${platformId}` },
  ),
});
