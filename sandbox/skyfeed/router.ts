import { jsonToLex, lexicons } from '@atproto/api';
import express, { type Request, type Router } from 'express';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import type { CallKind } from '../faults.js';
import { filesOf, receiveFile } from '../received-files.js';
import { Blobs, maxUploadBytes } from './blobs.js';
import { postCollection, Records, type WriteInput } from './records.js';
import { Sessions, wrongPassword } from './sessions.js';
import { Tokens } from './tokens.js';
import { VideoJobs, videoServiceDid } from './video-jobs.js';
import { postViews, profileView } from './views.js';
import { checked, invalidRequest, refuse, refuseUnknown, skyfeedWire } from './wire.js';

type Fields = Record<string, unknown>;

/** Reads a query's parameters with the types the lexicon gives them. */
function readParams(method: string, req: Request): Fields {
  const given = req.query as Fields;
  refuseUnknown(method, given);
  const def = lexicons.getDefOrThrow(method, ['query']);
  const properties = def.type === 'query' ? (def.parameters?.properties ?? {}) : {};
  const typed = Object.entries(given).map(([name, value]) => {
    const type = properties[name]?.type;
    if (type === 'integer' && typeof value === 'string' && /^-?\d+$/.test(value)) return [name, Number(value)];
    if (type === 'array') return [name, [value].flat()];
    if (type === 'boolean' && (value === 'true' || value === 'false')) return [name, value === 'true'];
    return [name, value];
  });
  return checked(() => lexicons.assertValidXrpcParams(method, Object.fromEntries(typed))) ?? {};
}

/** Reads a procedure's JSON input and checks it against the lexicon. */
function readInput(method: string, req: Request): Fields {
  const type = req.get('content-type');
  if (type === undefined) throw invalidRequest('Request encoding (Content-Type) required but not provided');
  if (!req.is('application/json')) throw invalidRequest(`Wrong request encoding (Content-Type): ${type}`);
  const input: unknown = req.body;
  checked(() => lexicons.assertValidXrpcInput(method, jsonToLex(input)));
  refuseUnknown(method, input as Fields);
  return input as Fields;
}

const hourMs = 3600_000;
const minuteMs = 60_000;

/** How long a token for a service may be valid: an hour for one method, a minute for all. */
function checkExpiry(exp: number | undefined, lxm: string | undefined): void {
  if (exp === undefined) return;
  const left = exp * 1000 - Date.now();
  const bad = (message: string) => refuse(400, 'BadExpiration', message);
  if (left < 0) throw bad('expiration is in past');
  if (left > hourMs) throw bad('cannot request a token with an expiration more than an hour in the future');
  if (lxm === undefined && left > minuteMs) {
    throw bad('cannot request a method-less token with an expiration more than a minute in the future');
  }
}

/** The part of a PDS's XRPC interface that posting needs, and the network's video service. */
export function skyfeedRouter(context: SandboxContext): Router {
  const wire = skyfeedWire();
  const tokens = new Tokens(context.signingKey);
  const sessions = new Sessions(context, tokens);
  const blobs = new Blobs(context.store);
  const videos = new VideoJobs(context, blobs);
  const serverDid = `did:web:${encodeURIComponent(new URL(context.url).host)}`;
  const records = new Records(context, blobs);
  const router = express.Router();

  const method = (verb: 'get' | 'post', name: string, kind: CallKind, prepare: (req: Request) => Call) => {
    const path = `/xrpc/${name}`;
    router[verb](path, endpoint(context, wire, kind, prepare));
    router.all(
      path,
      endpoint(context, wire, 'other', (req) => {
        const expected = verb.toUpperCase();
        throw refuse(405, 'InvalidRequest', `Incorrect HTTP method (${req.method}) expected ${expected}`);
      }),
    );
  };

  router.use(express.json({ limit: '150kb', strict: false }));

  method('post', 'com.atproto.server.createSession', 'other', (req) => {
    const input = readInput('com.atproto.server.createSession', req);
    const { account, headers } = sessions.login(String(input.identifier), String(input.password));
    return {
      accountId: account.accountId,
      run: () => ({ status: 200, headers, body: sessions.open(account) }),
      authExpired: () => wrongPassword().reply,
    };
  });

  method('post', 'com.atproto.server.refreshSession', 'other', (req) => {
    const { accountId } = sessions.account(req, 'com.atproto.refresh');
    return { accountId, run: () => ({ status: 200, body: sessions.refresh(req) }) };
  });

  method('post', 'com.atproto.server.deleteSession', 'other', (req) => {
    const { accountId } = sessions.account(req, 'com.atproto.refresh');
    const run = () => {
      sessions.end(req);
      return { status: 200 };
    };
    return { accountId, run };
  });

  method('get', 'com.atproto.server.getSession', 'other', (req) => {
    const account = sessions.account(req);
    return { accountId: account.accountId, run: () => ({ status: 200, body: sessions.describe(account) }) };
  });

  method('get', 'com.atproto.server.getServiceAuth', 'other', (req) => {
    const { accountId } = sessions.account(req);
    const { aud, lxm, exp } = readParams('com.atproto.server.getServiceAuth', req) as {
      aud: string;
      lxm?: string;
      exp?: number;
    };
    if (!/^did:[a-z]+:[\w.:%-]+(#\w+)?$/.test(aud)) throw invalidRequest('aud must be a DID or a service reference');
    checkExpiry(exp, lxm);
    return {
      accountId,
      run: () => ({ status: 200, body: { token: tokens.signForService({ iss: accountId, aud, lxm, exp }) } }),
    };
  });

  method('get', 'app.bsky.video.getUploadLimits', 'other', (req) => {
    const did = tokens.verifyForService(req.headers.authorization, videoServiceDid, 'app.bsky.video.getUploadLimits');
    refuseUnknown('app.bsky.video.getUploadLimits', req.query as Fields);
    return { accountId: did, run: () => ({ status: 200, body: videos.limits(did) }) };
  });

  router.post('/xrpc/app.bsky.video.uploadVideo', receiveFile(maxUploadBytes));
  method('post', 'app.bsky.video.uploadVideo', 'other', (req) => {
    // The token is the account's for its data server, where the service stores the video.
    const did = tokens.verifyForService(req.headers.authorization, serverDid, 'com.atproto.repo.uploadBlob');
    const { did: about, name, ...others } = req.query;
    if (about !== did) throw invalidRequest('The did does not match the token');
    if (typeof name !== 'string' || name === '' || Object.keys(others).length > 0)
      throw invalidRequest('name is required');
    const [file] = filesOf(req) ?? [];
    if (file?.contentType !== 'video/mp4')
      throw refuse(400, 'UnsupportedContentType', 'The content type must be video/mp4');
    return { accountId: did, run: () => videos.begin(did, file) };
  });

  method('get', 'app.bsky.video.getJobStatus', 'other', (req) => {
    const { jobId } = readParams('app.bsky.video.getJobStatus', req);
    const job = videos.find(String(jobId));
    return { accountId: job.did, run: () => ({ status: 200, body: { jobStatus: videos.describe(job) } }) };
  });

  router.post('/xrpc/com.atproto.repo.uploadBlob', receiveFile(maxUploadBytes));
  method('post', 'com.atproto.repo.uploadBlob', 'other', (req) => {
    const { accountId } = sessions.account(req);
    const [file] = filesOf(req) ?? [];
    if (!file?.contentType) throw invalidRequest('Request encoding (Content-Type) required but not provided');
    return { accountId, run: () => ({ status: 200, body: { blob: blobs.add(accountId, file) } }) };
  });

  method('post', 'com.atproto.repo.putRecord', 'publish', (req) => {
    const account = sessions.account(req);
    const input = readInput('com.atproto.repo.putRecord', req) as unknown as WriteInput;
    const write = records.prepare(account, input);
    return { accountId: account.accountId, run: () => records.put(req, write) };
  });

  method('post', 'com.atproto.repo.createRecord', 'publish', (req) => {
    const account = sessions.account(req);
    const input = readInput('com.atproto.repo.createRecord', req) as unknown as WriteInput;
    const write = records.prepare(account, input);
    return { accountId: account.accountId, run: () => records.create(req, write) };
  });

  method('post', 'com.atproto.repo.deleteRecord', 'other', (req) => {
    const account = sessions.account(req);
    const input = readInput('com.atproto.repo.deleteRecord', req);
    const repo = records.repo(String(input.repo));
    if (repo?.accountId !== account.accountId) throw refuse(401, 'AuthenticationRequired', 'Authentication Required');
    const run = async () => {
      // Deleting what is not there succeeds too.
      if (input.collection === postCollection) await records.remove(account, String(input.rkey));
      return { status: 200, body: {} };
    };
    return { accountId: account.accountId, run };
  });

  method('get', 'com.atproto.repo.getRecord', 'other', (req) => {
    const params = readParams('com.atproto.repo.getRecord', req) as Parameters<Records['get']>[0];
    const accountId = records.repo(params.repo)?.accountId ?? null;
    return { accountId, run: () => ({ status: 200, body: records.get(params) }) };
  });

  method('get', 'com.atproto.repo.listRecords', 'other', (req) => {
    const params = readParams('com.atproto.repo.listRecords', req) as Parameters<Records['list']>[0];
    const accountId = records.repo(params.repo)?.accountId ?? null;
    return { accountId, run: () => records.list(params) };
  });

  method('get', 'app.bsky.feed.getPosts', 'other', (req) => {
    const { accountId } = sessions.account(req);
    const { uris } = readParams('app.bsky.feed.getPosts', req) as { uris: string[] };
    return { accountId, run: () => ({ status: 200, body: { posts: postViews(context, uris) } }) };
  });

  method('get', 'app.bsky.actor.getProfile', 'other', (req) => {
    const { accountId } = sessions.account(req);
    const actor = records.repo(String(readParams('app.bsky.actor.getProfile', req).actor));
    if (!actor) throw invalidRequest('Profile not found');
    return { accountId, run: () => ({ status: 200, body: profileView(context, actor) }) };
  });

  method('get', 'com.atproto.identity.resolveHandle', 'other', (req) => {
    const { handle } = readParams('com.atproto.identity.resolveHandle', req);
    const account = context.store.accountByLogin('skyfeed', String(handle).toLowerCase());
    if (!account) throw invalidRequest('Unable to resolve handle');
    return { accountId: account.accountId, run: () => ({ status: 200, body: { did: account.accountId } }) };
  });

  router.use(
    endpoint(context, wire, 'other', (req) => {
      if (req.path.startsWith('/xrpc/')) throw refuse(501, 'MethodNotImplemented', 'Method Not Implemented');
      throw refuse(404, 'NotFound', 'Not Found');
    }),
  );
  router.use(wireErrors(wire));
  return router;
}
