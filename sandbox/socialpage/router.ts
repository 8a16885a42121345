import type { Router } from 'express';
import { type Call, endpoint, type SandboxContext } from '../exchange.js';
import { address, choice, count, flag, type Params, readParams, tokenOf } from '../graph/call.js';
import { type GraphRequest, graphRouter } from '../graph/endpoints.js';
import { list, one } from '../graph/fields.js';
import { Ids } from '../graph/ids.js';
import { tokenEntity } from '../graph/token-entity.js';
import { liveVersions } from '../graph/versions.js';
import { graphWire, invalid, notFound, refuse } from '../graph/wire.js';
import { filesOf, receiveForms } from '../received-files.js';
import { PageComments } from './comments.js';
import { readInsights } from './insights.js';
import { accountsOf, checkPageToken, pageEntity } from './pages.js';
import { feedParameters, phaseParameters, photoParameters, unsupported, videoParameters } from './parameters.js';
import { Photos } from './photos.js';
import { Posts } from './posts.js';
import { pieceBytes, Videos, videoEntity } from './videos.js';

const reading = ['pages_read_engagement'];
const publishing = [...reading, 'pages_manage_posts'];
const everything = ['pages_show_list', ...publishing, 'pages_manage_engagement'];

const maxText = 63_206;

/** The Graph API of Facebook pages. */
export function socialpageRouter(context: SandboxContext): Router {
  const wire = graphWire('socialpage', { code: 80_001, type: 'pages' });
  const ids = Ids.after(context, 'socialpage');
  const photos = new Photos(context, ids);
  const videos = new Videos(context, ids);
  const posts = new Posts(context, ids);
  const comments = new PageComments(context, ids, posts);

  const feed = ({ account, params, req }: GraphRequest): Call['run'] => {
    if (flag(params, 'published') === false) throw invalid('published is only for photos here');
    const text = readText(params, 'message');
    const attached = params.attached_media === undefined ? [] : photos.attachable(account, params.attached_media);
    if (text === '' && attached.length === 0) throw invalid('You must provide a message or attached_media');
    return async () => {
      for (const photo of attached) photo.isAttached = true;
      const media = attached.map((photo) => photo.media);
      const record = { message: text, attachments: attached.map(({ id, altText }) => ({ id, alt_text: altText })) };
      return { status: 200, body: { id: await posts.add(req, account, { text, media, record }) } };
    };
  };

  const photo = ({ account, params, req }: GraphRequest): Call['run'] => {
    const url = address(params, 'url');
    if (url === undefined) throw refuse({ code: 324, message: '(#324) Requires upload file' });
    const text = readText(params, params.caption === undefined ? 'message' : 'caption');
    const isPublished = flag(params, 'published') ?? true;
    return async () => {
      const fetched = await photos.fetch(account, url, params.alt_text_custom);
      if (!isPublished) return { status: 200, body: { id: fetched.id } };
      fetched.isAttached = true;
      const record = { message: text, attachments: [{ id: fetched.id, alt_text: fetched.altText }] };
      const postId = await posts.add(req, account, { text, media: [fetched.media], record });
      return { status: 200, body: { id: fetched.id, post_id: postId } };
    };
  };

  const video = ({ account, params, req }: GraphRequest): Call['run'] => {
    const phase = choice(params, 'upload_phase', ['start', 'transfer', 'finish']);
    if (!phase) throw invalid('The parameter upload_phase is required');
    const taken: readonly string[] = ['upload_phase', ...phaseParameters[phase]];
    const other = Object.keys(params).find((name) => !taken.includes(name));
    if (other !== undefined) throw invalid(`${other} is not for the phase ${phase}`);
    if (phase === 'start') {
      const total = count(params, 'file_size');
      if (!total) throw invalid('The parameter file_size is required');
      return () => ({ status: 200, body: videos.start(account, total) });
    }
    const open = videos.open(account, params.upload_session_id);
    if (phase === 'transfer') {
      const piece = filesOf(req)?.find(({ field }) => field === 'video_file_chunk');
      if (!piece) throw invalid('The parameter video_file_chunk is required');
      videos.checkPiece(open, count(params, 'start_offset'), piece);
      return async () => ({ status: 200, body: await videos.transfer(open, piece) });
    }
    videos.checkWhole(open);
    const text = readText(params, 'description');
    return async () => {
      const media = await videos.finish(open);
      if (media)
        await posts.add(req, account, { text, media: [media], postedId: open.id, record: { description: text } });
      return { status: 200, body: { success: true } };
    };
  };

  return graphRouter(context, wire, liveVersions, (router, make) => {
    router.use(receiveForms(pieceBytes, { isPiece: true }));
    const edges = [
      ['feed', feedParameters, feed],
      ['photos', photoParameters, photo],
      ['videos', videoParameters, video],
    ] as const;
    for (const [edge, names, prepare] of edges) {
      const making = (kind: 'publish' | 'other') =>
        make({ names, scopes: publishing, kind }, (request) => {
          checkPageToken(request.grant);
          const other = Object.keys(request.params).find((name) => unsupported.includes(name));
          if (other !== undefined) throw invalid(`${other} is not supported here`);
          return prepare(request);
        });
      const handlers = { publish: making('publish'), other: making('other') };
      router.post(`/:version/:owner/${edge}`, (req, res, next) => {
        const { published, upload_phase: phase = 'finish' } = { ...req.query, ...req.body };
        const isPost = !['false', '0'].includes(String(published)) && phase === 'finish';
        return handlers[isPost ? 'publish' : 'other'](req, res, next);
      });
    }
    comments.addEndpoints(router, make);
    router.get(
      '/:version/:owner/published_posts',
      make({ names: ['fields', 'limit', 'after'], scopes: reading }, ({ grant, account, params, req }) => {
        checkPageToken(grant);
        return () => list(posts.of(account), params, `${context.url}/socialpage${req.path}`);
      }),
    );
    router.get(
      '/:version/me/accounts',
      make({ names: ['fields', 'limit', 'after'], scopes: ['pages_show_list'] }, ({ grant, params, req }) =>
        accountsOf(context, grant, params, req),
      ),
    );
    router.get(
      '/:version/debug_token',
      endpoint(context, wire, 'other', (req) => {
        const { id, secret } = context.clients.own('socialpage');
        const { input_token: token } = readParams(req, ['input_token']);
        // A page's token may not ask: only the app may.
        if (tokenOf(req) !== `${id}|${secret}`) throw refuse({ code: 190, message: 'Invalid OAuth access token' });
        if (token === undefined) throw invalid('The parameter input_token is required');
        const data = tokenEntity(context, 'socialpage', token, everything);
        return { accountId: null, run: () => ({ status: 200, body: { data } }) };
      }),
    );
    for (const edge of ['insights', 'video_insights'] as const) {
      router.get(
        `/:version/:id/${edge}`,
        make({ names: ['metric', 'period'], scopes: reading }, (request) => readInsights(context, request, edge)),
      );
    }
    router.delete(
      '/:version/:id',
      make({ names: [], scopes: publishing }, ({ grant, account, req }) => {
        checkPageToken(grant);
        const id = String(req.params.id);
        if (!posts.find(account, id)) throw notFound(id);
        return async () => {
          videos.forget(id);
          await comments.removeOn(id);
          await posts.remove(id);
          return { status: 200, body: { success: true } };
        };
      }),
    );
    router.get(
      '/:version/:id',
      make({ names: ['fields'], scopes: reading }, ({ grant, account, params, req }) => {
        checkPageToken(grant);
        const id = String(req.params.id);
        const isPage = id === 'me' || id === account.accountId;
        const uploaded = videos.find(account, id);
        const entity = () => {
          if (isPage) return pageEntity(context, account);
          if (uploaded) return videoEntity(uploaded, undefined);
          return posts.find(account, id) ?? comments.entityOf(account, id);
        };
        if (!entity()) throw notFound(id);
        return () => one(entity() ?? {}, params.fields);
      }),
    );
  });
}

function readText(params: Params, name: string): string {
  const text = params[name] ?? '';
  if ([...text].length > maxText) throw invalid(`Param ${name} must be at most ${maxText} characters long.`);
  return text;
}
