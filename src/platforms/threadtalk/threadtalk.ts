/**
 * The Threads API. It fetches images and videos itself. A text could be published by the request that makes its
 * container; it does not, because then its status could not be queried.
 */
import { z } from 'zod';
import { makeAccounts } from '../graph/graph-account.js';
import { makeContainerPublisher } from '../graph/graph-container.js';
import { containerStatuses } from '../graph/graph-container-status.js';
import { makeGraphUnpublish } from '../graph/graph-unpublish.js';
import type { Platform } from '../port/platform.js';
import { accounts, api, DELETE, findPost } from './client.js';
import { itemFields, postFields } from './container.js';
import { metrics } from './metrics.js';
import { makeReplies } from './replies.js';

/** `postedId` is the id of the post, which the next part of a thread replies to. */
export const threadtalk = {
  ...makeAccounts(accounts),
  publisher: makeContainerPublisher({
    api,
    // A path with the account's number is not always served.
    paths: () => ({ create: '/me/threads', publish: '/me/threads_publish' }),
    statusFields: 'id,status,error_message',
    statusSchema: z
      .object({ status: containerStatuses, error_message: z.string().optional() })
      .transform(({ status, error_message: reason }) => ({ status, reason })),
    notReady: 4279009,
    item: itemFields,
    post: postFields,
    find: findPost,
  }),
  replies: makeReplies,
  unpublish: makeGraphUnpublish(api, DELETE),
  metrics,
} satisfies Platform;
