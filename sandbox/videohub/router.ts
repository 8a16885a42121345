import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import type { AccountCore } from '../account.js';
import { Comments } from '../comments.js';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import { filesOf, receiveFile } from '../received-files.js';
import { addComments } from './comments.js';
import { channelStatistics, videoStatistics } from './statistics.js';
import { Uploads } from './uploads.js';
import { read, readVideoForm } from './video-form.js';
import { invalid, invalidToken, refuse, videohubWire } from './wire.js';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;
const uploading = ['youtube.upload', 'youtube', 'youtube.force-ssl'].map(scope);
const deleting = ['youtube', 'youtube.force-ssl'].map(scope);
const reading = ['youtube.readonly', 'youtube', 'youtube.force-ssl'].map(scope);

/** The largest body of a request with a piece. */
const maxPieceBytes = 256 * 1024 * 1024;

/** Videos that one request can name. */
const maxIds = 50;

const uploadPath = '/upload/youtube/v3/videos';

const sessionQuery = z.strictObject({ uploadType: z.literal('resumable'), part: z.string(), upload_id: z.string() });
const videosQuery = z.strictObject({ part: z.string(), id: z.string().min(1) });
const deletedQuery = z.strictObject({ id: z.string().min(1) });
const channelsQuery = z.strictObject({ part: z.string(), mine: z.literal('true') });

/** The parts of a resource that a query asks for. */
function partsOf(part: string, known: readonly string[], resource: Record<string, unknown>): Record<string, unknown> {
  const parts = part.split(',');
  const unknown = parts.find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid('unknownPart', `'${unknown}'`);
  const { kind, id } = resource;
  return { kind, id, ...Object.fromEntries(parts.map((name) => [name, resource[name]])) };
}

/** The part of the YouTube Data API that uploading a video needs. */
export function videohubRouter(context: SandboxContext): Router {
  const wire = videohubWire();
  const uploads = new Uploads(context);
  const router = express.Router();

  /** Whose token it is (the channels of its login), when the token has one of these scopes. */
  const owners = (req: Request, scopes: readonly string[]): readonly [AccountCore, ...AccountCore[]] => {
    const token = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1];
    const grant = token === undefined ? undefined : context.grants.find('videohub', token);
    if (!grant || (grant.expiresAt !== null && grant.expiresAt <= Date.now())) throw invalidToken();
    if (grant.scopes && !scopes.some((name) => grant.scopes?.includes(name))) {
      throw refuse(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
    }
    return [grant.account, ...grant.accounts.slice(1)];
  };
  const get = (path: string, answer: (accounts: ReturnType<typeof owners>, req: Request) => unknown) =>
    router.get(
      path,
      endpoint(context, wire, 'other', (req): Call => {
        const accounts = owners(req, reading);
        const body = answer(accounts, req);
        return { accountId: accounts[0].accountId, run: () => ({ status: 200, body }) };
      }),
    );

  router.use(express.json({ limit: '1mb' }));

  // The address of a video in a browser.
  router.get('/watch', (req, res) => res.redirect(303, `/?post=${encodeURIComponent(String(req.query.v ?? ''))}`));

  router.post(
    uploadPath,
    endpoint(context, wire, 'other', (req): Call => {
      const [account] = owners(req, uploading);
      const announced = readVideoForm(req.query, req.headers, req.body);
      const run = () => {
        const query = new URLSearchParams({
          uploadType: 'resumable',
          part: String(req.query.part),
          upload_id: uploads.begin(account, announced),
        });
        return { status: 200, headers: { Location: `${context.url}/videohub${uploadPath}?${query}` } };
      };
      return { accountId: account.accountId, run };
    }),
  );

  router.put(uploadPath, receiveFile(maxPieceBytes, { isPiece: true }));
  const put = (kind: 'publish' | 'other') =>
    endpoint(context, wire, kind, (req): Call => {
      const [account] = owners(req, uploading);
      const { upload_id: id } = read(sessionQuery, req.query);
      const [piece] = filesOf(req) ?? [];
      if (!piece) throw invalid('badRequest', 'There is no body');
      const placed = uploads.place(account, id, req.get('content-range'), piece);
      return { accountId: account.accountId, run: () => uploads.add(placed, req) };
    });
  const [putLast, putOther] = [put('publish'), put('other')];
  // The last piece makes the video.
  router.put(uploadPath, (req, res, next) => (isLast(req) ? putLast : putOther)(req, res, next));

  get('/youtube/v3/videos', (accounts, req) => {
    const { part, id } = read(videosQuery, req.query);
    const ids = id.split(',');
    if (ids.length > maxIds) throw invalid('invalidFilters', `The id parameter has more than ${maxIds} ids.`);
    const found = ids.flatMap((each) => uploads.video(each) ?? []);
    const owned = found.filter(({ accountId }) => accounts.some((account) => account.accountId === accountId));
    const items = owned.map((video) =>
      partsOf(part, ['snippet', 'status', 'processingDetails', 'statistics'], {
        ...uploads.entity(video),
        statistics: videoStatistics(context, video.id),
      }),
    );
    return { kind: 'youtube#videoListResponse', items, pageInfo: pageOf(items) };
  });

  router.delete(
    '/youtube/v3/videos',
    endpoint(context, wire, 'other', (req): Call => {
      const accounts = owners(req, deleting);
      const { id } = read(deletedQuery, req.query);
      const video = uploads.video(id);
      if (!video) throw refuse(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.');
      const owner = accounts.find(({ accountId }) => accountId === video.accountId);
      if (!owner)
        throw refuse(403, 'forbidden', 'The video cannot be deleted: the request is not properly authorized.');
      return {
        accountId: owner.accountId,
        run: async () => {
          await uploads.remove(id);
          await new Comments(context, 'videohub').removeOn(id);
          return { status: 204 };
        },
      };
    }),
  );

  addComments(router, context, { wire, owners, uploads });

  get('/youtube/v3/channels', (accounts, req) => {
    const { part } = read(channelsQuery, req.query);
    const items = accounts.map((account) => {
      const { accountId, username, displayName } = account;
      const url = context.present(account).profileImageUrl;
      const snippet = { title: displayName, customUrl: `@${username}`, thumbnails: { default: { url } } };
      const channel = { kind: 'youtube#channel', id: accountId, snippet };
      return partsOf(part, ['snippet', 'statistics'], { ...channel, statistics: channelStatistics(context, account) });
    });
    return { kind: 'youtube#channelListResponse', items, pageInfo: pageOf(items) };
  });

  router.use(
    endpoint(context, wire, 'other', () => {
      throw refuse(404, 'notFound', 'Not Found');
    }),
  );
  router.use(wireErrors(wire));
  return router;
}

const pageOf = ({ length }: readonly unknown[]) => ({ totalResults: length, resultsPerPage: length });

/** `Content-Range: bytes 5-9/10`, or none: the video comes in one piece. */
const isLast = (req: Request): boolean => {
  const [, last, total] = /(\d+)\/(\d+)$/.exec(req.get('content-range') ?? '0/1') ?? [];
  return Number(last) + 1 === Number(total);
};
