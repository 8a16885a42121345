import express, { type Request, type Router } from 'express';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import type { CallKind } from '../faults.js';
import { filesOf, receiveFile } from '../received-files.js';
import { Analytics } from './analytics.js';
import { type Caller, callerOf, checkActor, checkVersion, organizationOf, personUrn } from './caller.js';
import { Posts } from './posts.js';
import { Social } from './social.js';
import { maxImageBytes, pieceBytes, Uploads } from './uploads.js';
import { denied, invalidField, networkWire, notFound, refuse } from './wire.js';

const writing = ['w_member_social', 'w_organization_social'];
const socialFeed = ['w_member_social_feed', 'w_organization_social_feed', ...writing];
const administering = ['r_organization_admin', 'rw_organization_admin'];

/** The LinkedIn REST API. */
export function networkRouter(context: SandboxContext): Router {
  const wire = networkWire();
  const uploads = new Uploads(context);
  const posts = new Posts(context, uploads);
  const social = new Social(context);
  const analytics = new Analytics(context, social);
  const router = express.Router();

  /** A versioned call. Checks its headers first, then the caller, then its parameters. */
  const versioned = (
    what: string,
    scopes: readonly string[],
    prepare: (req: Request, caller: Caller) => Call['run'],
    kind: CallKind = 'other',
  ) =>
    endpoint(context, wire, kind, (req) => {
      checkVersion(req);
      const caller = callerOf(context, req, what, scopes);
      if (req.method === 'POST' && !req.is('json')) {
        throw refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
      }
      return { accountId: caller.member.accountId, run: prepare(req, caller) };
    });

  const action = (req: Request): string => String(req.query.action);

  router.use(express.json({ limit: '1mb' }));

  router.post(
    '/rest/posts',
    versioned(
      'posts.CREATE',
      writing,
      (req, caller) => {
        const author = checkActor(caller, posts.author(req.body), 'posts.CREATE');
        const draft = posts.read(author, req.body);
        return async () => ({ status: 201, headers: { 'x-restli-id': await posts.create(req, author, draft) } });
      },
      'publish',
    ),
  );

  router.delete(
    '/rest/posts/:urn',
    versioned('posts.DELETE', writing, (req, caller) => {
      const urn = String(req.params.urn);
      const authors = [personUrn(caller.member), organizationOf(caller.member).urn];
      const post = posts.toDelete(urn);
      if (post && !authors.includes(post.record.author)) throw denied('posts.DELETE');
      return async () => {
        await post?.remove();
        return { status: 204 };
      };
    }),
  );

  router.post(
    '/rest/images',
    versioned('images.ACTION', writing, (req, caller) => {
      if (action(req) !== 'initializeUpload') throw invalidField('action', 'is unknown');
      const owner = checkActor(caller, uploads.readImage(req.body), 'images.ACTION');
      return () => ({ status: 200, body: { value: uploads.beginImage(owner) } });
    }),
  );

  router.post(
    '/rest/videos',
    versioned('videos.ACTION', writing, (req, caller) => {
      if (action(req) === 'initializeUpload') {
        const about = uploads.readVideo(req.body);
        checkActor(caller, about.owner, 'videos.ACTION');
        return () => ({ status: 200, body: { value: uploads.beginVideo(about) } });
      }
      if (action(req) !== 'finalizeUpload') throw invalidField('action', 'is unknown');
      const { owner, finish } = uploads.readFinalize(req.body);
      checkActor(caller, owner, 'videos.ACTION');
      return async () => {
        await finish();
        return { status: 200 };
      };
    }),
  );

  router.get(
    '/rest/videos/:urn',
    versioned('videos.GET', writing, (req, caller) => {
      const owners = [personUrn(caller.member), organizationOf(caller.member).urn];
      const video = uploads.video(owners, String(req.params.urn));
      return () => ({ status: 200, body: video });
    }),
  );

  router.get(
    '/rest/images/:urn',
    versioned('images.GET', writing, (req, caller) => {
      const owners = [personUrn(caller.member), organizationOf(caller.member).urn];
      const image = uploads.image(owners, String(req.params.urn));
      return () => ({ status: 200, body: image });
    }),
  );

  // The upload address is a secret in itself, so it needs no authentication.
  const upload = (prepare: (id: string, index: number, req: Request) => Call['run']) =>
    endpoint(context, wire, 'other', (req) => ({
      accountId: null,
      run: prepare(String(req.params.id), Number(req.params.index), req),
    }));

  router.put(
    '/dms-uploads/:id/uploaded-image/:index',
    receiveFile(maxImageBytes),
    upload((id, _index, req) => {
      const [file] = filesOf(req) ?? [];
      if (!file) throw notFound('Upload');
      return () => {
        uploads.addImage(id, file);
        return { status: 201 };
      };
    }),
  );

  router.put(
    '/dms-uploads/:id/uploaded-video/:index',
    receiveFile(pieceBytes, { isPiece: true }),
    upload((id, index, req) => {
      const [piece] = filesOf(req) ?? [];
      if (!piece) throw notFound('Upload');
      return async () => ({ status: 200, headers: { etag: await uploads.addPiece(id, index, piece) } });
    }),
  );

  router.get(
    '/v2/userinfo',
    endpoint(context, wire, 'other', (req) => {
      const { member } = callerOf(context, req, 'userinfo.GET', ['profile']);
      const { accountId, displayName } = context.present(member);
      const [givenName, ...familyName] = displayName.split(' ');
      const body = {
        sub: accountId,
        name: displayName,
        given_name: givenName,
        family_name: familyName.join(' '),
        locale: { country: 'US', language: 'en' },
      };
      return { accountId, run: () => ({ status: 200, body }) };
    }),
  );

  router.get(
    '/rest/organizationAcls',
    versioned('organizationAcls.FINDER-roleAssignee', administering, (req, { member }) => {
      if (req.query.q !== 'roleAssignee') throw invalidField('q', 'is unknown');
      const roleAssignee = personUrn(member);
      const organization = organizationOf(member).urn;
      const elements = [{ roleAssignee, state: 'APPROVED', role: 'ADMINISTRATOR', organization }];
      return () => ({ status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements } });
    }),
  );

  router.get(
    '/rest/organizations/:id',
    versioned('organizations.GET', administering, (req, { member }) => {
      const { urn: _, ...organization } = organizationOf(member);
      if (String(organization.id) !== req.params.id) throw notFound('Organization');
      return () => ({ status: 200, body: organization });
    }),
  );

  router.post(
    '/rest/socialActions/:urn/comments',
    versioned('socialActions/comments.CREATE', socialFeed, (req, caller) => {
      const made = social.readComment(String(req.params.urn), req.body);
      checkActor(caller, made.comment.actor, 'socialActions/comments.CREATE');
      return () => {
        const body = social.addComment(made);
        return { status: 201, headers: { 'x-restli-id': String(body.id) }, body };
      };
    }),
  );

  router.delete(
    '/rest/socialActions/:urn/comments/:id',
    versioned('socialActions/comments.DELETE', socialFeed, (req, caller) => {
      const actor = checkActor(caller, req.query.actor, 'socialActions/comments.DELETE');
      return () => {
        const comment = social.commentOf(String(req.params.urn), String(req.params.id));
        if (comment.actor !== actor) throw denied('socialActions/comments.DELETE');
        social.removeComment(comment);
        return { status: 204 };
      };
    }),
  );

  router.post(
    '/rest/reactions',
    versioned('reactions.CREATE', socialFeed, (req, caller) => {
      const actor = checkActor(caller, req.query.actor, 'reactions.CREATE');
      const reaction = social.readReaction(req.body);
      return () => ({ status: 201, body: social.react(actor, reaction) });
    }),
  );

  router.delete(
    '/rest/reactions/:key',
    versioned('reactions.DELETE', socialFeed, (req, caller) => {
      const { actor, remove } = social.reactionOf(String(req.params.key));
      checkActor(caller, actor, 'reactions.DELETE');
      return () => {
        remove();
        return { status: 204 };
      };
    }),
  );

  router.get(
    '/v2/activities',
    endpoint(context, wire, 'other', (req) => {
      const { accountId } = callerOf(context, req, 'activities.BATCH_GET', socialFeed).member;
      const results = social.activities([req.query.ids ?? []].flat().map(String));
      return { accountId, run: () => ({ status: 200, body: { results, statuses: {}, errors: {} } }) };
    }),
  );

  router.get(
    '/rest/memberFollowersCount',
    versioned('memberFollowersCount.FINDER', ['r_member_profileAnalytics'], (req, { member }) => {
      const body = analytics.followers(req, member);
      return () => ({ status: 200, body });
    }),
  );

  router.get(
    '/rest/memberCreatorPostAnalytics',
    versioned('memberCreatorPostAnalytics.FINDER', ['r_member_postAnalytics'], (req, { member }) => {
      const body = analytics.posts(req, member);
      return () => ({ status: 200, body });
    }),
  );

  router.use(
    endpoint(context, wire, 'other', (req) => {
      throw refuse(404, 'RESOURCE_NOT_FOUND', `No virtual resource found for path ${req.path}`);
    }),
  );
  router.use(wireErrors(wire));
  return router;
}
