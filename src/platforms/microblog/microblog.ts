/**
 * The X API v2. One request creates a post, and media are uploaded before it. There is no idempotency key, but the
 * account's posts can be read, and a recently posted text is rejected as a duplicate.
 */
import type { Http } from '../../foundation/http-client/http.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import { removeWith } from '../kit/unpublish.js';
import type { Account } from '../port/account.js';
import type { Clock, Part, Platform, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL } from './client.js';
import { DUPLICATE } from './failures.js';
import { findPost, published } from './find-post.js';
import { probe } from './identify.js';
import { metrics } from './metrics.js';
import { oauth } from './oauth.js';
import { pollProcessing, readUploads, uploadMedia } from './upload-media.js';

/** The account id is that of the user, `postedId` that of the post. */
export const microblog = {
  key: 'microblog',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  probe,
  publisher: (http: Http, _setup: PlatformSetup, clock: Clock): Publisher => ({
    async start(part, account) {
      if (part.media.length === 0) return post(http, part, account, []);
      const connected = connect(http, account, 'prepare');
      return connected.kind === 'failed' ? connected : uploadMedia(connected.client, part.media, clock);
    },
    async lookUp(part, account, state) {
      const uploads = state && readUploads(state);
      const isWaiting = uploads !== null && uploads.processing.length > 0;
      const connected = connect(http, account, isWaiting ? 'prepare' : 'lookup');
      if (connected.kind === 'failed') return connected;
      if (isWaiting) return pollProcessing(connected.client, uploads, clock);
      return findPost(connected.client, account, part, uploads?.mediaIds ?? []);
    },
    finish: async (part, account, state) => post(http, part, account, readUploads(state).mediaIds),
  }),
  unpublish: removeWith(connect),
  metrics,
} satisfies Platform;

async function post(http: Http, part: Part, account: Account, mediaIds: readonly string[]): Promise<Step> {
  const connected = connect(http, account, 'write');
  if (connected.kind === 'failed') return connected;
  const posted = await connected.client.post(part.text, mediaIds, part.replyTo);
  if (posted.kind === 'ok') return published(account, posted.value.data.id);
  const isDuplicate = posted.words?.startsWith(DUPLICATE);
  return isDuplicate ? { ...posted.step, duplicateOf: null } : posted.step;
}
