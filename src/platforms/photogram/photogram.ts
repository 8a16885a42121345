/** The Instagram API with Instagram login. It fetches images and videos itself; there are no posts without any. */
import { z } from 'zod';
import { makeAccounts } from '../graph/graph-account.js';
import { makeContainerPublisher } from '../graph/graph-container.js';
import { containerStatuses } from '../graph/graph-container-status.js';
import { withComments } from '../kit/with-comments.js';
import type { Platform } from '../port/platform.js';
import { accounts, api, findPost } from './client.js';
import { makeComments } from './comments.js';
import { itemFields, postFields } from './container.js';
import { metrics } from './metrics.js';

/** `postedId` is the id of the media object. */
export const photogram = {
  ...makeAccounts(accounts),
  publisher: withComments(
    makeContainerPublisher({
      api,
      paths: ({ accountId }) => ({ create: `/${accountId}/media`, publish: `/${accountId}/media_publish` }),
      statusFields: 'status_code,status',
      statusSchema: z
        .object({ status_code: containerStatuses, status: z.string().optional() })
        .transform(({ status_code: status, status: reason }) => ({ status, reason })),
      notReady: 2207027,
      item: itemFields,
      post: postFields,
      find: findPost,
    }),
    makeComments,
  ),
  metrics,
} satisfies Platform;
