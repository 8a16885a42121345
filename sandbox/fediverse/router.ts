import express, { type Request, type Router } from 'express';
import type { AccountCore } from '../account.js';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import type { Grant } from '../grants.js';
import { filesOf, receiveForms } from '../received-files.js';
import type { StoredPost } from '../store.js';
import {
  accountEntity,
  application,
  attachmentEntity,
  credentialAccount,
  type StatusRecord,
  scopes,
} from './entities.js';
import { instanceEntity, maxUploadBytes } from './limits.js';
import { linkHeader, readPageQuery } from './paging.js';
import { readStatusForm } from './status-form.js';
import { Statuses } from './statuses.js';
import { isProcessing, type Upload, Uploads } from './uploads.js';
import { fediverseWire, invalid, invalidToken, notFound, refuse } from './wire.js';

/** Statuses that are listed by their ids at once. */
const statusesMax = 20;

/** The Mastodon client API. */
export function fediverseRouter(context: SandboxContext): Router {
  const { store } = context;
  const wire = fediverseWire();
  const statuses = new Statuses(context);
  const uploads = new Uploads(context);
  const router = express.Router();

  /** The grant of the request's token, if it has one. The token must have the scope, or the one above it. */
  const grantOf = (req: Request, scope: string | null): Grant | null => {
    const header = req.headers.authorization;
    if (header === undefined) return null;
    const token = /^Bearer (\S+)$/i.exec(header)?.[1];
    const grant = token === undefined ? undefined : context.grants.find('fediverse', token);
    if (!grant) throw invalidToken();
    const wide = scope?.replace(/:.*$/, '');
    const isAllowed = scope === null || !grant.scopes || grant.scopes.some((name) => name === scope || name === wide);
    if (!isAllowed) throw refuse(403, 'This action is outside the authorized scopes');
    return grant;
  };
  const viewer = (req: Request, scope: string | null): AccountCore | null => grantOf(req, scope)?.account ?? null;
  const owner = (req: Request, scope: string): AccountCore => {
    const account = viewer(req, scope);
    if (!account) throw invalidToken();
    return account;
  };
  const visibleTo = (account: AccountCore | null, post: StoredPost): boolean => {
    const { visibility } = post.record as StatusRecord;
    return visibility === 'public' || visibility === 'unlisted' || account?.accountId === post.accountId;
  };
  const findStatus = (req: Request, account: AccountCore | null): StoredPost => {
    const post = store.post('fediverse', '', String(req.params.id));
    if (!post || !visibleTo(account, post)) throw notFound();
    return post;
  };
  const read = (prepare: (req: Request) => { account: AccountCore | null; run: Call['run'] }) =>
    endpoint(context, wire, 'other', (req) => {
      const { account, run } = prepare(req);
      return { accountId: account?.accountId ?? null, run };
    });

  const attachment = (upload: Upload) => attachmentEntity(context, { ...upload, isProcessing: isProcessing(upload) });

  router.use(express.json({ limit: '1mb' }), express.urlencoded({ extended: false, limit: '1mb' }));

  router.post(
    '/api/v1/statuses',
    endpoint(context, wire, 'publish', (req) => {
      const account = owner(req, 'write:statuses');
      const key = req.get('idempotency-key') || undefined;
      const known = key === undefined ? undefined : statuses.withKey(account.accountId, key);
      // A known key is looked up before the parameters are checked: even invalid ones return its status.
      const draft = known ? null : readStatusForm(context, uploads, account, { ...req.query, ...req.body });
      return {
        accountId: account.accountId,
        run: async () => {
          // Checked again: during a delay, another request with the key may have been served.
          const same = known ?? (key === undefined ? undefined : statuses.withKey(account.accountId, key));
          if (same && !store.post('fediverse', '', same.postedId)) throw notFound();
          if (same) await store.flush();
          const post = same ?? (draft && (await statuses.create(req, account, draft, key)));
          if (!post) throw notFound();
          return { status: 200, body: statuses.entity(post, account) };
        },
      };
    }),
  );

  router.post(
    '/api/v2/media',
    receiveForms(maxUploadBytes),
    read((req) => {
      const account = owner(req, 'write:media');
      const draft = uploads.prepare(account, { ...req.query, ...req.body }, filesOf(req) ?? []);
      const run = () => {
        const upload = uploads.add(draft);
        return { status: isProcessing(upload) ? 202 : 200, body: attachment(upload) };
      };
      return { account, run };
    }),
  );

  router.get(
    '/api/v1/media/:id',
    read((req) => {
      const account = owner(req, 'write:media');
      const upload = uploads.find(account, String(req.params.id));
      return { account, run: () => ({ status: isProcessing(upload) ? 206 : 200, body: attachment(upload) }) };
    }),
  );

  router.get(
    '/api/v1/statuses',
    read((req) => {
      const account = viewer(req, 'read:statuses');
      const { 'id[]': ids = [], ...others } = req.query;
      const asked = [ids].flat().map(String);
      if (Object.keys(others).length > 0) throw notFound();
      if (asked.length > statusesMax) throw invalid('Too many statuses requested');
      const found = asked
        .flatMap((id) => store.post('fediverse', '', id) ?? [])
        .filter((post) => visibleTo(account, post));
      return { account, run: () => ({ status: 200, body: found.map((post) => statuses.entity(post, account)) }) };
    }),
  );

  router.get(
    '/api/v1/statuses/:id',
    read((req) => {
      const account = viewer(req, 'read:statuses');
      return { account, run: () => ({ status: 200, body: statuses.entity(findStatus(req, account), account) }) };
    }),
  );

  router.get(
    '/api/v1/statuses/:id/source',
    read((req) => {
      const account = owner(req, 'read:statuses');
      const post = findStatus(req, account);
      if (post.accountId !== account.accountId) throw refuse(403, 'This action is not allowed');
      const { text, spoiler_text } = post.record as StatusRecord;
      return { account, run: () => ({ status: 200, body: { id: post.postedId, text, spoiler_text } }) };
    }),
  );

  router.delete(
    '/api/v1/statuses/:id',
    read((req) => {
      const account = owner(req, 'write:statuses');
      const { delete_media: withMedia, ...others } = req.query;
      if (Object.keys(others).length > 0 || !['true', 'false', undefined].includes(withMedia as string))
        throw notFound();
      const post = findStatus(req, account);
      if (post.accountId !== account.accountId) throw notFound();
      return {
        account,
        run: async () => {
          await store.remove(post);
          const { text } = post.record as StatusRecord;
          return { status: 200, body: { ...statuses.entity(post, account), text } };
        },
      };
    }),
  );

  router.get(
    '/api/v1/accounts/verify_credentials',
    read((req) => {
      const account = owner(req, 'read:accounts');
      return { account, run: () => ({ status: 200, body: credentialAccount(context, account) }) };
    }),
  );

  router.get(
    '/api/v1/apps/verify_credentials',
    read((req) => {
      const grant = grantOf(req, null);
      if (!grant) throw invalidToken();
      const client = grant.clientId === null ? undefined : context.clients.find('fediverse', grant.clientId);
      const app = {
        id: '1',
        ...application,
        scopes: client?.scopes ?? scopes,
        redirect_uri: 'urn:ietf:wg:oauth:2.0:oob',
        redirect_uris: client?.redirectUris ?? ['urn:ietf:wg:oauth:2.0:oob'],
        vapid_key: '',
      };
      return { account: grant.account, run: () => ({ status: 200, body: app }) };
    }),
  );

  router.get(
    '/api/v2/instance',
    read((req) => ({
      account: viewer(req, null),
      run: () => ({ status: 200, body: instanceEntity(`${context.url}/fediverse`, new URL(context.url).host) }),
    })),
  );

  router.get(
    '/api/v1/accounts/:id',
    read((req) => {
      const found = store.account('fediverse', String(req.params.id));
      if (!found) throw notFound();
      return {
        account: viewer(req, 'read:accounts'),
        run: () => ({ status: 200, body: accountEntity(context, found) }),
      };
    }),
  );

  router.get(
    '/api/v1/accounts/:id/statuses',
    read((req) => {
      const account = viewer(req, 'read:statuses');
      const accountId = String(req.params.id);
      if (!store.account('fediverse', accountId)) throw notFound();
      const query = readPageQuery(req.query as Record<string, unknown>);
      const run = () => {
        const page = statuses.page(accountId, query, (post) => query.wanted(post) && visibleTo(account, post));
        return {
          status: 200,
          headers: linkHeader(`${context.url}/fediverse/api/v1/accounts/${accountId}/statuses`, query.limit, page),
          body: page.map((post) => statuses.entity(post, account)),
        };
      };
      return { account, run };
    }),
  );

  router.use(
    endpoint(context, wire, 'other', () => {
      throw refuse(404, 'Not Found');
    }),
  );
  router.use(wireErrors(wire));
  return router;
}
