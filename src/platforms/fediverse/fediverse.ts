/**
 * The Mastodon client API. Tokens do not expire; the request that creates a status can be retried for an hour with an
 * idempotency key. Media are uploaded before it.
 */
import type { Http } from '../../foundation/http-client/http.js';
import { removeWith } from '../kit/unpublish.js';
import type { Account } from '../port/account.js';
import type { Clock, Part, Platform, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { pollProcessing, readAttachments, uploadAttachments } from './attachments.js';
import { connect } from './client.js';
import { connector, probe } from './connector.js';
import { findStatus, published } from './find-status.js';
import { metrics } from './metrics.js';
import { authorization } from './oauth.js';

/** `postedId` is the id of the status on its instance. */
export const fediverse = {
  key: 'fediverse',
  defaultBaseUrl: null,
  session: null,
  connector,
  authorization,
  probe,
  publisher: (http: Http, _setup: PlatformSetup, clock: Clock): Publisher => ({
    async start(part, account) {
      if (part.media.length === 0) return post(http, part, account, []);
      const connected = connect(http, account, 'prepare');
      return connected.kind === 'failed' ? connected : uploadAttachments(connected.client, part, clock);
    },
    async lookUp(part, account, state) {
      const attachments = state && readAttachments(state);
      const isWaiting = attachments !== null && attachments.processing.length > 0;
      const connected = connect(http, account, isWaiting ? 'prepare' : 'lookup');
      if (connected.kind === 'failed') return connected;
      if (isWaiting) return pollProcessing(connected.client, attachments, clock);
      return findStatus(connected.client, account.accountId, part, attachments);
    },
    finish: async (part, account, state) => post(http, part, account, readAttachments(state).mediaIds),
  }),
  unpublish: removeWith(connect),
  metrics,
} satisfies Platform;

async function post(http: Http, part: Part, account: Account, mediaIds: readonly string[]): Promise<Step> {
  const connected = connect(http, account, 'write');
  if (connected.kind === 'failed') return connected;
  const posted = await connected.client.post(part, mediaIds);
  return posted.kind === 'rejected' ? posted.step : published(posted.value);
}
