import type { Router } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { addContainerEndpoints } from '../graph/container-endpoints.js';
import { type Container, Containers, statusOf } from '../graph/containers.js';
import { graphRouter } from '../graph/endpoints.js';
import { Ids } from '../graph/ids.js';
import { liveVersions } from '../graph/versions.js';
import { graphWire, notFound } from '../graph/wire.js';
import { addComments } from './comments.js';
import { readInsights } from './insights.js';
import { checkFile, maxItems, mediaParameters, notReady, readMediaForm } from './media-form.js';
import { makePosts } from './posts.js';

const reading = ['instagram_business_basic'];
const publishing = [...reading, 'instagram_business_content_publish'];
const measuring = [...reading, 'instagram_business_manage_insights'];

/** The Instagram API with Instagram login. */
export function photogramRouter(context: SandboxContext): Router {
  const wire = graphWire('photogram', { code: 80_002, type: 'instagram' });
  const ids = Ids.after(context, 'photogram');
  const containers = new Containers(context, ids, checkFile);
  const posts = makePosts(context, ids);

  return graphRouter(context, wire, liveVersions, (router, make) => {
    router.post(
      '/:version/:owner/media',
      make({ names: mediaParameters, scopes: publishing }, ({ account, params }) => {
        const draft = readMediaForm(params, (children) => containers.items(account, children, maxItems, notReady));
        return async () => ({ status: 200, body: { id: (await containers.create(account, draft)).id } });
      }),
    );
    router.get(
      '/:version/:id/insights',
      make({ names: ['metric', 'period'], scopes: measuring }, (request) => readInsights(context, request)),
    );
    addComments(router, make, context, { ids, posts });
    addContainerEndpoints(router, make, context, {
      platform: 'photogram',
      containers,
      posts,
      publish: { path: 'media_publish', scopes: publishing, noContainer: notFound },
      lists: { media: reading, stories: reading },
      reading,
      userEntity: (account) => userEntity(context, account),
      containerEntity,
    });
  });
}

const userEntity = ({ present, numbers }: SandboxContext, account: AccountCore) => ({
  // The id for this app alone: another number than that of the account.
  id: `2${account.accountId.slice(1)}`,
  user_id: account.accountId,
  username: account.username,
  name: present(account).displayName,
  account_type: 'BUSINESS',
  profile_picture_url: present(account).profileImageUrl,
  followers_count: numbers.ofAccount(account).followers,
  media_count: numbers.ofAccount(account).posts,
});

function containerEntity(container: Container) {
  const status = statusOf(container);
  const texts = {
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    PUBLISHED: 'Published: Media is already published.',
    EXPIRED: 'Expired: The container was not published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${container.problem?.subcode}`,
  };
  return { id: container.id, status_code: status, status: texts[status] };
}
