import { jsonToLex, lexicons } from '@atproto/api';
import { z } from 'zod';
import { type Endpoint, fields, JSON_TYPE, type PlatformWire } from '../endpoint.js';

/** A record, by its lexicon; a field that the lexicon does not name would be kept, and mean nothing. */
const post = z
  .strictObject({
    $type: z.literal('app.bsky.feed.post'),
    text: z.string(),
    createdAt: z.iso.datetime(),
    facets: z.array(z.unknown()).optional(),
    embed: z.unknown().optional(),
    reply: z.unknown().optional(),
    langs: z.array(z.string()).optional(),
  })
  .superRefine((record, context) => {
    const { success, ...read } = lexicons.validate('app.bsky.feed.post', jsonToLex(record) as object);
    if (!success && 'error' in read) context.addIssue({ code: 'custom', message: read.error.message });
  });

const atUri = z.string().regex(/^at:\/\/did:[^/]+\/[\w.]+\/[\w-]+$/);

const method = (verb: 'GET' | 'POST', name: string, more: Partial<Endpoint> = {}): Endpoint => ({
  address: `${verb} https://${name.startsWith('app.bsky.video.') ? 'video.bsky.app' : 'bsky.social'}/xrpc/${name}`,
  ...more,
});

export const skyfeed: PlatformWire = {
  endpoints: [
    method('POST', 'com.atproto.server.createSession', {
      auth: 'none',
      contentType: JSON_TYPE,
      body: fields(['identifier', 'password'], ['authFactorToken']),
    }),
    method('POST', 'com.atproto.server.refreshSession'),
    method('GET', 'com.atproto.server.getSession'),
    method('GET', 'com.atproto.identity.resolveHandle', { auth: 'none', query: fields(['handle']) }),
    method('POST', 'com.atproto.repo.uploadBlob', {
      contentType: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4'],
    }),
    method('POST', 'com.atproto.repo.putRecord', {
      contentType: JSON_TYPE,
      body: z.strictObject({
        repo: z.string().startsWith('did:'),
        collection: z.literal('app.bsky.feed.post'),
        rkey: z.string().regex(/^[234567abcdefghij][234567a-z]{12}$/),
        record: post,
        validate: z.boolean().optional(),
      }),
    }),
    method('GET', 'com.atproto.server.getServiceAuth', { query: fields(['aud', 'lxm'], ['exp']) }),
    method('GET', 'app.bsky.video.getUploadLimits'),
    method('POST', 'app.bsky.video.uploadVideo', { contentType: 'video/mp4', query: fields(['did', 'name']) }),
    method('GET', 'app.bsky.video.getJobStatus', { auth: 'none', query: fields(['jobId']) }),
    method('GET', 'com.atproto.repo.getRecord', { query: fields(['repo', 'collection', 'rkey'], ['cid']) }),
    method('GET', 'app.bsky.feed.getPosts', {
      query: z.strictObject({ uris: z.union([atUri, z.array(atUri).max(25)]) }),
    }),
    method('GET', 'app.bsky.actor.getProfile', { query: fields(['actor']) }),
    method('POST', 'com.atproto.repo.deleteRecord', {
      contentType: JSON_TYPE,
      body: fields(['repo', 'collection', 'rkey'], ['swapRecord', 'swapCommit']),
    }),
  ],
};
