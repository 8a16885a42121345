/**
 * The Pinterest API v5. One request makes a pin; the platform fetches its images from us. There is no key that makes a
 * repeat safe, but the board's pins can be read.
 *
 * Publishing is not fully available [naming/pinboard]: images only, and no connection check.
 */

import type { Http } from '../../foundation/http-client/http.js';
import { failed } from '../kit/failed-step.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import type { Part, Platform, Publisher } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL, published } from './client.js';
import { findPin } from './find-pin.js';
import { oauth } from './oauth.js';
import { makePin } from './pin.js';

/** The account id is that of a board, `postedId` that of a pin. */
export const pinboard = {
  key: 'pinboard',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  // It cannot be asked [test-connection/unknown-platform].
  probe: null,
  publisher: (http: Http): Publisher => ({
    async start(part, account) {
      const refused = refuseVideo(part);
      if (refused) return refused;
      const connected = connect(http, account, 'write');
      if (connected.kind === 'failed') return connected;
      const created = await connected.client.create(makePin(account.accountId, part));
      return created.kind === 'rejected' ? created.step : published(created.value.id, account.baseUrl);
    },
    async look(part, account) {
      const connected = connect(http, account, 'look');
      return connected.kind === 'failed' ? connected : findPin(connected.client, account, part);
    },
    finish: () => Promise.reject(new Error('a pin is created by one request: there is nothing to finish')),
  }),
} satisfies Platform;

/** Its rules let a post be a video [content-limits/pinboard]; this service makes no such pins. */
function refuseVideo({ media }: Part) {
  if (!media.some(({ kind }) => kind === 'video')) return null;
  const context = { platform: 'pinboard', purpose: 'prepare', secrets: [] } as const;
  const happened = 'only accepts images from this service; videos are not supported yet';
  return failed('PLATFORM_NOT_SUPPORTED', context, { outcome: 'rejected', happened });
}
