import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import type { AccountCore } from '../account.js';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import { filesOf, receiveForms } from '../received-files.js';
import { lookUpPosts } from './lookup.js';
import { listOf, Posts } from './posts.js';
import { maxFileBytes, maxPieceBytes, Uploads } from './uploads.js';
import { forbidden, microblogWire, read, refuse, unauthorized } from './wire.js';

/** How many posts an account may make in 15 minutes, and how many other requests it may send. */
const postLimit = 100;
const callLimit = 50_000;

const userFields = ['id', 'name', 'username', 'profile_image_url', 'public_metrics'] as const;
const meSchema = z.strictObject({ 'user.fields': listOf(userFields).default([]) });

/** The part of the X API v2 that posting needs. */
export function microblogRouter(context: SandboxContext): Router {
  const wire = microblogWire(callLimit);
  const uploads = new Uploads(context);
  const posts = new Posts(context, uploads);
  const router = express.Router();

  /** The account of the token, which must have all of these scopes. */
  const user = (req: Request, scopes: readonly string[]): AccountCore => {
    const token = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    const grant = token === undefined ? undefined : context.grants.find('microblog', token);
    if (!grant || (grant.expiresAt !== null && grant.expiresAt <= Date.now())) throw unauthorized();
    if (!scopes.every((scope) => grant.scopes?.includes(scope) ?? true)) throw forbidden();
    return grant.account;
  };
  const call = (scopes: readonly string[], prepare: (account: AccountCore, req: Request) => () => unknown) =>
    endpoint(context, wire, 'other', (req): Call => {
      const account = user(req, scopes);
      const run = prepare(account, req);
      return { accountId: account.accountId, run: async () => ({ status: 200, body: await run() }) };
    });
  const media = (prepare: (account: AccountCore, req: Request) => () => unknown) =>
    call(['media.write'], (account, req) => {
      const run = prepare(account, req);
      return async () => ({ data: await run() });
    });
  const mediaId = (req: Request) => String(req.params.id);

  router.use(express.json({ limit: '1mb' }));

  router.post(
    '/2/tweets',
    endpoint(context, microblogWire(postLimit), 'publish', (req) => {
      const account = user(req, ['tweet.read', 'tweet.write', 'users.read']);
      const create = posts.create(req, account);
      return { accountId: account.accountId, run: async () => ({ status: 201, body: await create() }) };
    }),
  );
  router.get(
    '/2/tweets',
    call(['tweet.read', 'users.read'], (account, req) => lookUpPosts(context, req.query, account)),
  );
  router.delete(
    '/2/tweets/:id',
    call(['tweet.read', 'tweet.write', 'users.read'], (account, req) => posts.remove(String(req.params.id), account)),
  );
  router.post(
    '/2/media/upload',
    receiveForms(maxFileBytes),
    media((account, req) => uploads.image(account, req.body, filesOf(req) ?? [])),
  );
  router.get(
    '/2/media/upload',
    media((account, req) => uploads.status(account, req.query)),
  );
  router.post(
    '/2/media/upload/initialize',
    media((account, req) => uploads.initialize(account, req.body)),
  );
  router.post(
    '/2/media/upload/:id/append',
    receiveForms(maxPieceBytes, { isPiece: true }),
    media((account, req) => uploads.append(account, mediaId(req), req.body, filesOf(req) ?? [])),
  );
  router.post(
    '/2/media/upload/:id/finalize',
    media((account, req) => uploads.finalize(account, mediaId(req))),
  );
  router.post(
    '/2/media/metadata',
    media((account, req) => uploads.describe(account, req.body)),
  );
  router.get(
    '/2/users/me',
    call(['tweet.read', 'users.read'], (account, req) => {
      const { accountId, username, displayName } = account;
      const wanted = read(meSchema, req.query)['user.fields'];
      const picture = { profile_image_url: context.present(account).profileImageUrl };
      const { followers: followers_count, posts: post_count } = context.numbers.ofAccount(account);
      const counts = { public_metrics: { followers_count, following_count: 0, post_count, listed_count: 0 } };
      const data = {
        ...{ id: accountId, name: displayName, username },
        ...(wanted.includes('profile_image_url') && picture),
        ...(wanted.includes('public_metrics') && counts),
      };
      return () => ({ data });
    }),
  );
  router.get(
    '/2/users/:id/tweets',
    call(['tweet.read', 'users.read'], (_account, req) => posts.page(String(req.params.id), req.query)),
  );
  router.use(
    endpoint(context, wire, 'other', () => {
      throw refuse(404, { title: 'Not Found', detail: 'Not Found' });
    }),
  );
  router.use(wireErrors(wire));
  return router;
}
