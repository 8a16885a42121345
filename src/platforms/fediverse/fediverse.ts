/**
 * The Mastodon client API. Tokens do not expire; a post is one request, which an idempotency key makes safe to repeat
 * for an hour.
 */
import type { Http } from '../http.js';
import type { Platform, Publisher } from '../platform.js';
import { connect } from './client.js';
import { connector, probe } from './connector.js';
import { findStatus } from './find-status.js';

/** Text only. `postedId` is the id of the status on its instance. */
export const fediverse: Platform = {
  key: 'fediverse',
  defaultBaseUrl: null,
  limits: { text: { max: 500, count: 'graphemes' } },
  session: null,
  connector,
  probe,
  publisher: (http: Http): Publisher => ({
    async start(part, account) {
      const connected = connect(http, account, 'write');
      if (connected.kind === 'failed') return connected;
      const posted = await connected.client.post(part);
      if (posted.kind === 'refused') return posted.step;
      const { id, url } = posted.value;
      return { kind: 'published', postedId: id, ...(url ? { url } : {}) };
    },
    async look(part, account) {
      const connected = connect(http, account, 'look');
      return connected.kind === 'failed' ? connected : findStatus(connected.client, account.accountId, part);
    },
    finish: () => Promise.reject(new Error('fediverse publishes in one step')),
  }),
};
