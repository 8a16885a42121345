/**
 * The Threads API. It fetches images and videos itself. A text could be published by the request that makes its
 * container; it does not, because then its status could not be queried.
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { openGraph } from '../graph/graph-api.js';
import { makeContainerPublisher } from '../graph/graph-container.js';
import { containerStatuses } from '../graph/graph-container-status.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import type { Account, Platform, PlatformSetup, Probed } from '../port/platform.js';
import { api, findPost, identify } from './client.js';
import { itemFields, postFields } from './container.js';
import { oauth } from './oauth.js';

/** `postedId` is the id of the post, which the next part of a thread replies to. */
export const threadtalk = {
  key: 'threadtalk',
  defaultBaseUrl: api.defaultBaseUrl,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  async probe(http: Http, account: Account, setup: PlatformSetup): Promise<Probed> {
    const opened = openGraph(http, api, setup, account, 'prepare');
    if (opened.kind === 'failed') return opened;
    const found = await identify(opened.graph, opened.accessToken);
    if (found.kind === 'failed') return found;
    const { name, username } = found.owner;
    return { kind: 'working', displayName: name || username, permissions: found.scopes };
  },
  publisher: makeContainerPublisher({
    api,
    // A path with the account's number is not always served.
    paths: () => ({ create: '/me/threads', publish: '/me/threads_publish' }),
    statusFields: 'id,status,error_message',
    statusSchema: z
      .object({ status: containerStatuses, error_message: z.string().optional() })
      .transform(({ status, error_message: reason }) => ({ status, reason })),
    notReady: 4279009,
    refuse: () => null,
    item: itemFields,
    post: postFields,
    find: findPost,
  }),
} satisfies Platform;
