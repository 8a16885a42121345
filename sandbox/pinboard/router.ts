import express, { type Request, type Router } from 'express';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import type { Grant } from '../grants.js';
import { filesOf, receiveForms } from '../received-files.js';
import { boardEntity, pinWithNumbers } from './numbers.js';
import { readPinForm } from './pin-form.js';
import { Pins, pageOf } from './pins.js';
import { maxVideoBytes, tooLarge, Videos } from './videos.js';
import { authFailed, invalid, pinboardWire, refuse } from './wire.js';

/** The part of the Pinterest API v5 that pinning images and videos needs. */
export function pinboardRouter(context: SandboxContext): Router {
  const wire = pinboardWire();
  const videos = new Videos(context);
  const pins = new Pins(context, videos);
  const router = express.Router();

  /** What a person allowed with this token, when it has every one of these scopes. */
  const allowed = (req: Request, scopes: readonly string[]): Grant => {
    const token = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    const grant = token === undefined ? undefined : context.grants.find('pinboard', token);
    if (!grant || (grant.expiresAt !== null && grant.expiresAt <= Date.now())) throw authFailed();
    if (grant.scopes && !scopes.every((scope) => grant.scopes?.includes(scope))) {
      throw refuse(401, 3, 'Your token does not have sufficient permissions to perform this operation.');
    }
    return grant;
  };
  const read = (scopes: readonly string[], answer: (grant: Grant, req: Request) => unknown) =>
    endpoint(context, wire, 'other', (req): Call => {
      const grant = allowed(req, scopes);
      const body = answer(grant, req);
      return { accountId: grant.account.accountId, run: () => ({ status: 200, body }) };
    });

  router.use(express.json({ limit: '1mb' }));

  router.post(
    '/v5/pins',
    endpoint(context, wire, 'publish', (req) => {
      const grant = allowed(req, ['boards:read', 'boards:write', 'pins:read', 'pins:write']);
      const draft = readPinForm(req.body);
      const board = pins.board(grant, draft.boardId);
      return {
        accountId: board.accountId,
        run: async () => ({ status: 201, body: await pins.create(req, grant, board, draft) }),
      };
    }),
  );
  router.post(
    '/v5/media',
    endpoint(context, wire, 'other', (req): Call => {
      const grant = allowed(req, ['pins:read', 'pins:write']);
      const { media_type: type, ...others } = req.body ?? {};
      if (type !== 'video' || Object.keys(others).length > 0) throw invalid("'media_type' must be 'video'");
      return { accountId: grant.account.accountId, run: () => ({ status: 201, body: videos.register(grant) }) };
    }),
  );
  router.get(
    '/v5/media/:id',
    read(['pins:read'], (grant, req) => videos.entity(grant, String(req.params.id))),
  );
  // The storage of the platform: who may upload is what the form says.
  router.post(
    '/media-upload/',
    receiveForms(Number.POSITIVE_INFINITY),
    endpoint(context, wire, 'other', (req): Call => {
      const [file] = filesOf(req) ?? [];
      if (file && file.bytes > maxVideoBytes) throw tooLarge();
      return { accountId: null, run: videos.upload(req.body ?? {}, file) };
    }),
  );
  router.get(
    '/v5/pins/:id',
    read(['boards:read', 'pins:read'], (grant, req) =>
      pinWithNumbers(context, pins.find(grant, String(req.params.id)), req.query),
    ),
  );
  router.delete(
    '/v5/pins/:id',
    endpoint(context, wire, 'other', (req): Call => {
      const grant = allowed(req, ['boards:read', 'boards:write', 'pins:read', 'pins:write']);
      const pin = pins.find(grant, String(req.params.id));
      return {
        accountId: pin.accountId,
        run: async () => {
          await context.store.remove(pin);
          return { status: 204 };
        },
      };
    }),
  );
  router.get(
    '/v5/boards/:id/pins',
    read(['boards:read', 'pins:read'], (grant, req) =>
      pageOf(pins.ofBoard(pins.board(grant, String(req.params.id))), req.query),
    ),
  );
  router.get(
    '/v5/boards',
    read(['boards:read'], ({ account, accounts }, req) => {
      const boards = accounts.map((board) => boardEntity(context, board, { username: account.username }));
      return pageOf(boards, req.query);
    }),
  );
  router.get(
    '/v5/boards/:id',
    read(['boards:read'], (grant, req) =>
      boardEntity(context, pins.board(grant, String(req.params.id)), { username: grant.account.username }),
    ),
  );
  router.get(
    '/v5/user_account',
    read(['user_accounts:read'], ({ account, accounts }) => ({
      id: `9${account.accountId.slice(1)}`,
      username: account.username,
      account_type: 'PINNER',
      profile_image: context.present(account).profileImageUrl,
      board_count: accounts.length,
    })),
  );
  router.use(
    endpoint(context, wire, 'other', () => {
      throw refuse(404, 404, 'The requested resource could not be found on this server.');
    }),
  );
  router.use(wireErrors(wire));
  return router;
}
