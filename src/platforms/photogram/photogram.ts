/** The Instagram API with Instagram login. It fetches images and videos itself; there are no posts without any. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { openGraph } from '../graph/graph-api.js';
import { makeContainerPublisher } from '../graph/graph-container.js';
import { containerStatuses } from '../graph/graph-container-status.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import type { Account } from '../port/account.js';
import type { Platform, PlatformSetup, Probed } from '../port/platform.js';
import { api, findPost, identify } from './client.js';
import { itemFields, postFields, refuse } from './container.js';
import { oauth } from './oauth.js';

/** `postedId` is the id of the media object. */
export const photogram = {
  key: 'photogram',
  defaultBaseUrl: api.defaultBaseUrl,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  async probe(http: Http, account: Account, setup: PlatformSetup): Promise<Probed> {
    const opened = openGraph(http, api, setup, account, 'prepare');
    if (opened.kind === 'failed') return opened;
    const found = await identify(opened.graph, opened.scopes);
    if (found.kind === 'failed') return found;
    const { name, username } = found.owner;
    return { kind: 'working', displayName: name || username, permissions: opened.scopes };
  },
  publisher: makeContainerPublisher({
    api,
    paths: ({ accountId }) => ({ create: `/${accountId}/media`, publish: `/${accountId}/media_publish` }),
    statusFields: 'status_code,status',
    statusSchema: z
      .object({ status_code: containerStatuses, status: z.string().optional() })
      .transform(({ status_code: status, status: reason }) => ({ status, reason })),
    notReady: 2207027,
    refuse,
    item: itemFields,
    post: postFields,
    find: findPost,
  }),
} satisfies Platform;
