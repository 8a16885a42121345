import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import type { AccountCore } from '../account.js';
import { type Call, endpoint, type Reply, type SandboxContext, wireErrors } from '../exchange.js';
import { filesOf, receiveFile } from '../received-files.js';
import { Publishes } from './publishes.js';
import { maxLastChunk, maxSeconds, privacyLevels, read, readVideoForm } from './video-form.js';
import { countsOfUser, queryVideos } from './video-query.js';
import { envelope, invalidToken, refuse, shortvideoWire } from './wire.js';

/** The fields of a user, and the scope that each requires. */
const userFields: Record<string, string> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
};

const emptySchema = z.strictObject({});
const statusSchema = z.strictObject({ publish_id: z.string() });

/** The part of the Content Posting API that posting a video needs. */
export function shortvideoRouter(context: SandboxContext): Router {
  const wire = shortvideoWire();
  const publishes = new Publishes(context);
  // The slash at the end is part of every path.
  const router = express.Router({ strict: true });

  /** Whose token it is, when the token has one of these scopes. */
  const owner = (req: Request, scopes: readonly string[]): AccountCore => {
    const token = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1];
    const grant = token === undefined ? undefined : context.grants.find('shortvideo', token);
    if (!grant || (grant.expiresAt !== null && grant.expiresAt <= Date.now())) throw invalidToken();
    if (grant.scopes && !scopes.some((scope) => grant.scopes?.includes(scope))) {
      throw refuse(401, 'scope_not_authorized', 'The user did not authorize the scope required for this request.');
    }
    return grant.account;
  };
  /** A call with a JSON body. */
  const post = (
    path: string,
    scopes: readonly string[],
    answer: (account: AccountCore, body: unknown) => () => unknown,
  ) =>
    router.post(
      path,
      endpoint(context, wire, 'other', (req): Call => {
        const account = owner(req, scopes);
        checkContentType(req);
        const data = answer(account, req.body);
        return { accountId: account.accountId, run: () => ({ status: 200, body: envelope(data()) }) };
      }),
    );

  router.use(express.json({ limit: '1mb', strict: false }));

  post('/v2/post/publish/creator_info/query/', ['video.publish'], (account, body) => {
    read(emptySchema, body);
    const { username, displayName } = account;
    return () => ({
      creator_avatar_url: context.present(account).profileImageUrl,
      creator_username: username,
      creator_nickname: displayName,
      privacy_level_options: privacyLevels,
      comment_disabled: false,
      duet_disabled: false,
      stitch_disabled: false,
      max_video_post_duration_sec: maxSeconds,
    });
  });
  post('/v2/post/publish/video/init/', ['video.publish'], (account, body) => {
    const announced = readVideoForm(body);
    return () => publishes.begin(account, announced);
  });

  router.put('/video/', receiveFile(maxLastChunk, { isPiece: true }));
  const put = (kind: 'publish' | 'other') =>
    endpoint(context, wire, kind, (req): Call => {
      const [piece] = filesOf(req) ?? [];
      if (!piece) throw refuse(400, 'invalid_params', 'There is no body');
      const placed = publishes.place(req.query, req, piece);
      return { accountId: placed.publish.account.accountId, run: () => publishes.add(placed, req) };
    });
  const [putLast, putOther] = [put('publish'), put('other')];
  // The last piece posts the video.
  router.put('/video/', (req, res, next) => (isLast(req) ? putLast : putOther)(req, res, next));

  router.post(
    '/v2/post/publish/status/fetch/',
    endpoint(context, wire, 'other', (req): Call => {
      const account = owner(req, ['video.publish', 'video.upload']);
      checkContentType(req);
      const { publish_id: publishId } = read(statusSchema, req.body);
      const run = (): Reply => {
        const { error } = envelope(null);
        const body = `{"data":${publishes.status(account, publishId)},"error":${JSON.stringify(error)}}`;
        return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
      };
      return { accountId: account.accountId, run };
    }),
  );

  router.post(
    '/v2/video/query/',
    endpoint(context, wire, 'other', (req): Call => {
      const account = owner(req, ['video.list']);
      const data = queryVideos(context, account, req);
      return { accountId: account.accountId, run: () => ({ status: 200, body: envelope(data()) }) };
    }),
  );

  router.get(
    '/v2/user/info/',
    endpoint(context, wire, 'other', (req): Call => {
      const account = owner(req, ['user.info.basic', 'user.info.profile']);
      const fields = String(req.query.fields ?? '').split(',');
      const unknown = fields.find((field) => userFields[field] === undefined);
      if (unknown !== undefined) throw refuse(400, 'invalid_params', `fields: ${unknown || 'required'}`);
      for (const field of fields) owner(req, [userFields[field] ?? '']);
      const all: Record<string, unknown> = {
        open_id: account.accountId,
        union_id: `union-${account.accountId}`,
        avatar_url: context.present(account).profileImageUrl,
        display_name: account.displayName,
        username: account.username,
        ...countsOfUser(context, account),
      };
      const user = Object.fromEntries(fields.map((field) => [field, all[field]]));
      return { accountId: account.accountId, run: () => ({ status: 200, body: envelope({ user }) }) };
    }),
  );

  router.use(
    endpoint(context, wire, 'other', () => {
      throw refuse(404, 'invalid_params', 'There is no such endpoint.');
    }),
  );
  router.use(wireErrors(wire));
  return router;
}

/** JSON is wanted with its charset. */
function checkContentType(req: Request): void {
  if (/^application\/json; ?charset=utf-8$/i.test(req.get('content-type') ?? '')) return;
  throw refuse(400, 'invalid_params', 'The Content-Type is not application/json; charset=UTF-8');
}

/** `Content-Range: bytes 5-9/10` */
const isLast = (req: Request): boolean => {
  const [, last, total] = /-(\d+)\/(\d+)$/.exec(req.get('content-range') ?? '') ?? [];
  return Number(last) + 1 === Number(total);
};
