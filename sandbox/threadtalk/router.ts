import type { Router } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { flag } from '../graph/call.js';
import { addContainerEndpoints } from '../graph/container-endpoints.js';
import { type Container, Containers, statusOf } from '../graph/containers.js';
import { graphRouter } from '../graph/endpoints.js';
import { list } from '../graph/fields.js';
import { Ids } from '../graph/ids.js';
import { tokenEntity } from '../graph/token-entity.js';
import { graphWire, invalid, notFound, refuse } from '../graph/wire.js';
import { insightsOf, userInsightsOf } from './insights.js';
import { checkFile, maxItems, mediaNotFound, postParameters, readPostForm } from './post-form.js';
import { makePosts } from './posts.js';
import { Replies } from './replies.js';

const reading = ['threads_basic'];
const publishing = [...reading, 'threads_content_publish'];
const readingReplies = [...reading, 'threads_read_replies'];
const managingReplies = [...reading, 'threads_manage_replies'];
const deleting = [...reading, 'threads_delete'];
const readingNumbers = [...reading, 'threads_manage_insights'];
const everything = [...new Set([...publishing, ...managingReplies, ...readingReplies, ...deleting, ...readingNumbers])];

/** The Threads API. */
export function threadtalkRouter(context: SandboxContext): Router {
  const wire = graphWire('threadtalk', { code: 4, type: 'threads' });
  const ids = Ids.after(context, 'threadtalk');
  const containers = new Containers(context, ids, checkFile);
  const posts = makePosts(context, ids);
  const replies = new Replies(context, posts);

  return graphRouter(context, wire, /^v1\.0$/, (router, make) => {
    const creating = (kind: 'publish' | 'other') =>
      make({ names: postParameters, scopes: publishing, kind }, ({ account, params, req }) => {
        const items = (children: string) => containers.items(account, children, maxItems, mediaNotFound);
        const draft = readPostForm(params, items, posts.has);
        return async () => {
          const container = await containers.create(account, draft);
          const isPost = kind === 'publish';
          return { status: 200, body: { id: isPost ? await posts.publish(req, account, container) : container.id } };
        };
      });
    const creates = { publish: creating('publish'), other: creating('other') };
    router.post('/:version/:owner/threads', (req, res, next) => {
      // A text may be published at once.
      const isPost = String(req.body?.auto_publish_text ?? req.query.auto_publish_text) === 'true';
      return creates[isPost ? 'publish' : 'other'](req, res, next);
    });
    router.get(
      '/:version/:id/conversation',
      make({ names: ['fields', 'limit', 'after', 'reverse'], scopes: readingReplies }, ({ account, params, req }) => {
        const id = String(req.params.id);
        const reverse = flag(params, 'reverse') ?? true;
        return () => list(replies.conversation(account, id, reverse), params, `${context.url}/threadtalk${req.path}`);
      }),
    );
    router.post(
      '/:version/:id/manage_reply',
      make({ names: ['hide'], scopes: managingReplies }, ({ account, params, req }) => {
        const hidden = flag(params, 'hide');
        if (hidden === undefined) throw invalid('The parameter hide is required');
        return async () => {
          await replies.setHidden(account, String(req.params.id), hidden);
          return { status: 200, body: { success: true } };
        };
      }),
    );
    router.delete(
      '/:version/:id',
      make({ names: [], scopes: deleting }, ({ account, req }) => {
        const id = String(req.params.id);
        if (!posts.find(account, id)) throw notFound(id);
        return async () => {
          await posts.remove(account, id);
          return { status: 200, body: { success: true, deleted_id: id } };
        };
      }),
    );
    router.get(
      '/:version/:id/insights',
      make({ names: ['metric'], scopes: readingNumbers }, ({ account, params, req }) => {
        const post = replies.own(account, String(req.params.id));
        return () => ({ status: 200, body: insightsOf(context, post, replies.count(post), params.metric) });
      }),
    );
    router.get(
      '/:version/:owner/threads_insights',
      make({ names: ['metric', 'since', 'until'], scopes: readingNumbers }, ({ account, params }) => {
        return () => ({ status: 200, body: userInsightsOf(context, account, params) });
      }),
    );
    router.get(
      '/:version/debug_token',
      make({ names: ['input_token'], scopes: [] }, ({ params }) => {
        const { input_token: token } = params;
        if (token === undefined) throw invalid('The parameter input_token is required');
        return () => ({ status: 200, body: { data: tokenEntity(context, 'threadtalk', token, everything) } });
      }),
    );
    addContainerEndpoints(router, make, context, {
      platform: 'threadtalk',
      containers,
      posts,
      publish: { path: 'threads_publish', scopes: publishing, noContainer: () => refuse(mediaNotFound) },
      lists: { threads: reading, replies: readingReplies },
      reading,
      userEntity: (account) => userEntity(context, account),
      containerEntity,
      otherEntity: (account, id) => replies.read(account, id),
    });
  });
}

const userEntity = ({ present }: SandboxContext, account: AccountCore) => ({
  id: account.accountId,
  username: account.username,
  name: present(account).displayName,
  threads_profile_picture_url: present(account).profileImageUrl,
  threads_biography: '',
  is_verified: false,
});

function containerEntity(container: Container) {
  const status = statusOf(container);
  return { id: container.id, status, error_message: status === 'ERROR' ? container.problem?.message : undefined };
}
