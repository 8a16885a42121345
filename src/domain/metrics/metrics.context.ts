import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { byGroup } from '../posts/graphql/posts.context.js';
import {
  type AccountDay,
  type AccountDays,
  daysOfAccounts,
  type GroupNumbers,
  type MeasuredAccount,
  measuredAccounts,
  numbersOfGroups,
  numbersOfPosts,
  type PostNumbers,
} from './metrics.repository.js';

export interface MetricsLoaders {
  /** By the id of a platform post. */
  numbersOfPost: DataLoader<string, PostNumbers | null>;
  /** By the id of a group. */
  numbersOfGroup: DataLoader<string, GroupNumbers[]>;
  /** By the id of a connection. */
  measuredAccount: DataLoader<string, MeasuredAccount | null>;
  daysOfAccount: DataLoader<AccountDays, AccountDay[], string>;
}

/** What the resolvers of metrics find in the context of an operation. */
export interface MetricsContext {
  loaders: MetricsLoaders;
}

export const makeMetricsLoaders = (db: Db): MetricsLoaders => ({
  numbersOfPost: new DataLoader(async (postIds) => {
    const found = new Map((await numbersOfPosts(db, postIds)).map((one) => [one.postId, one]));
    return postIds.map((id) => found.get(id) ?? null);
  }),
  numbersOfGroup: new DataLoader<string, GroupNumbers[]>(async (groupIds) => {
    const ofGroups = byGroup(await numbersOfGroups(db, groupIds));
    return groupIds.map((id) => ofGroups.get(id) ?? []);
  }),
  measuredAccount: new DataLoader(async (connectionIds) => {
    const found = new Map((await measuredAccounts(db, connectionIds)).map((one) => [one.connectionId, one]));
    return connectionIds.map((id) => found.get(id) ?? null);
  }),
  daysOfAccount: new DataLoader(
    async (keys) => {
      const days = new Map<string, AccountDay[]>();
      for (const day of await daysOfAccounts(db, keys)) {
        const of = `${day.userId} ${day.platformId}`;
        const known = days.get(of);
        if (known) known.push(day);
        else days.set(of, [day]);
      }
      return keys.map(({ userId, platformId, from, to }) =>
        (days.get(`${userId} ${platformId}`) ?? []).filter(({ day }) => day >= from && day < to),
      );
    },
    { cacheKeyFn: ({ userId, platformId, from, to }) => `${userId} ${platformId} ${from} ${to}` },
  ),
});
