import DataLoader from 'dataloader';
import {
  activityOfConnections,
  type ConnectionActivity,
  type ConnectionKey,
} from '../domain/accounts/connection.repository.js';
import type { Media } from '../domain/media/media.js';
import { mediaOfGroups } from '../domain/media/media.repository.js';
import type { PlatformPost } from '../domain/posts/platform-post.js';
import { postsOfGroups } from '../domain/posts/post-group.repository.js';
import type { Texts } from '../domain/posts/texts.js';
import type { WebhookAttempt } from '../domain/webhooks/webhook.js';
import { attemptsOfDeliveries } from '../domain/webhooks/webhook-delivery.repository.js';
import type { ConnectionPage, FindConnectionPages } from '../domain/workspaces/connection-page.use-case.js';
import type { Db } from '../foundation/database/unit-of-work.js';

/** Batches of one operation: however many groups a page has, their posts are one query. */
export interface Loaders {
  postsOfGroup: DataLoader<string, PlatformPost[]>;
  connectionPageOfUser: DataLoader<string, ConnectionPage | null>;
  mediaOfGroup: DataLoader<{ groupId: string; userId: string }, Media[], string>;
  activityOfConnection: DataLoader<ConnectionKey, ConnectionActivity, string>;
  attemptsOfDelivery: DataLoader<string, WebhookAttempt[]>;
}

export interface LoaderNeeds {
  db: Db;
  texts: Texts;
  findConnectionPages: FindConnectionPages;
}

function makePostsOfGroup(db: Db, texts: Texts): Loaders['postsOfGroup'] {
  return new DataLoader(async (groupIds) => {
    const posts = await texts.readPosts((limit) => postsOfGroups(db, groupIds, limit));
    const ofGroups = new Map<string, PlatformPost[]>(groupIds.map((id) => [id, []]));
    for (const post of posts) ofGroups.get(post.groupId)?.push(post);
    return groupIds.map((id) => ofGroups.get(id) ?? []);
  });
}

export const makeLoaders = ({ db, texts, findConnectionPages }: LoaderNeeds): Loaders => ({
  postsOfGroup: makePostsOfGroup(db, texts),
  // All groups of an operation are one user's.
  mediaOfGroup: new DataLoader(
    async (keys) => {
      const media = await mediaOfGroups(
        db,
        keys[0]?.userId ?? '',
        keys.map(({ groupId }) => groupId),
      );
      return keys.map(({ groupId }) => media.filter((one) => one.groupId === groupId));
    },
    { cacheKeyFn: ({ groupId }) => groupId },
  ),
  connectionPageOfUser: new DataLoader((userIds) => findConnectionPages(userIds)),
  activityOfConnection: new DataLoader((keys) => activityOfConnections(db, keys), {
    cacheKeyFn: ({ userId, platformId }) => `${userId} ${platformId}`,
  }),
  attemptsOfDelivery: new DataLoader(async (deliveryIds) => {
    const attempts = await attemptsOfDeliveries(db, deliveryIds);
    return deliveryIds.map((id) => attempts.filter(({ deliveryId }) => deliveryId === id));
  }),
});
