import type { Router } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { type Container, Containers, statusOf } from '../graph/containers.js';
import { graphRouter } from '../graph/endpoints.js';
import { list, one } from '../graph/fields.js';
import { Ids } from '../graph/ids.js';
import { liveVersions } from '../graph/versions.js';
import { graphWire, invalid, notFound } from '../graph/wire.js';
import { checkFile, maxItems, mediaParameters, notReady, readMediaForm } from './media-form.js';
import { Posts } from './posts.js';

const reading = ['instagram_business_basic'];
const publishing = [...reading, 'instagram_business_content_publish'];

/** The Instagram API with Instagram login. */
export function photogramRouter(context: SandboxContext): Router {
  const wire = graphWire('photogram', { code: 80_002, type: 'instagram' });
  const ids = Ids.after(context, 'photogram');
  const containers = new Containers(context, ids, checkFile);
  const posts = new Posts(context, ids);

  return graphRouter(context, wire, liveVersions, (router, make) => {
    router.post(
      '/:version/:owner/media',
      make({ names: mediaParameters, scopes: publishing }, ({ account, params }) => {
        const draft = readMediaForm(params, (children) => containers.items(account, children, maxItems, notReady));
        return async () => ({ status: 200, body: { id: (await containers.create(account, draft)).id } });
      }),
    );
    router.post(
      '/:version/:owner/media_publish',
      make({ names: ['creation_id'], scopes: publishing, kind: 'publish' }, ({ account, params, req }) => {
        const { creation_id: id } = params;
        if (id === undefined) throw invalid('The parameter creation_id is required');
        const container = containers.find(account, id);
        if (!container) throw notFound(id);
        posts.check(container);
        return async () => ({ status: 200, body: { id: await posts.publish(req, account, container) } });
      }),
    );
    for (const kind of ['media', 'stories'] as const) {
      router.get(
        `/:version/:owner/${kind}`,
        make({ names: ['fields', 'limit', 'after'], scopes: reading }, ({ account, params, req }) => {
          return () => list(posts.of(account, kind), params, `${context.url}/photogram${req.path}`);
        }),
      );
    }
    router.get(
      '/:version/:id',
      make({ names: ['fields'], scopes: reading }, ({ account, params, req }) => {
        const id = String(req.params.id);
        const isOwner = id === 'me' || id === account.accountId;
        const container = containers.find(account, id);
        const entity = () =>
          isOwner ? userEntity(context, account) : container ? containerEntity(container) : posts.find(account, id);
        if (!entity()) throw notFound(id);
        return () => one(entity() ?? {}, params.fields);
      }),
    );
  });
}

const userEntity = ({ url, present }: SandboxContext, account: AccountCore) => ({
  // The id for this app alone: another number than that of the account.
  id: `2${account.accountId.slice(1)}`,
  user_id: account.accountId,
  username: account.username,
  name: present(account).displayName,
  account_type: 'BUSINESS',
  profile_picture_url: `${url}/photogram/avatars/${account.username}.jpg`,
});

function containerEntity(container: Container) {
  const status = statusOf(container);
  const words = {
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    PUBLISHED: 'Published: Media is already published.',
    EXPIRED: 'Expired: The container was not published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${container.problem?.subcode}`,
  };
  return { id: container.id, status_code: status, status: words[status] };
}
