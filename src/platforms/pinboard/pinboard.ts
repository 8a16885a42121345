/**
 * The Pinterest API v5. One request creates a pin. The platform fetches images itself; a video is uploaded before. There
 * is no key that makes a repeat safe, but the board's pins can be read.
 */

import type { Http } from '../../foundation/http-client/http.js';
import type { FailedStep, Purpose } from '../kit/failed-step.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import { removeWith } from '../kit/unpublish.js';
import type { Account } from '../port/account.js';
import type { Clock, Platform, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL, livePost, type PinboardClient } from './client.js';
import { findPin } from './find-pin.js';
import { metrics } from './metrics.js';
import { oauth } from './oauth.js';
import { makePin, makeVideoPin, type PinCreate, wordsOf } from './pin.js';
import { pollVideo, readVideoState, readyToUpload, uploadVideo } from './video.js';

/** The account id is that of a board, `postedId` that of a pin. */
export const pinboard = {
  key: 'pinboard',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  // There is no connection check [test-connection/unknown-platform].
  probe: null,
  titleOf: ({ text }) => wordsOf(text).title ?? null,
  publisher: (http: Http, _setup: PlatformSetup, clock: Clock): Publisher => {
    const open = (account: Account, purpose: Purpose) => connect(http, account, purpose);
    const create = async (account: Account, pin: PinCreate) => {
      const connected = open(account, 'write');
      return connected.kind === 'failed' ? connected : createPin(connected.client, account, pin);
    };
    return {
      async start(part, account) {
        const isVideo = part.media.some(({ kind }) => kind === 'video');
        return isVideo ? readyToUpload(part) : create(account, makePin(account.accountId, part));
      },
      async lookUp(part, account, stored) {
        const state = stored && readVideoState(stored);
        if (state?.stage === 'upload') return { kind: 'absent' };
        const isProcessing = state?.stage === 'processing';
        const connected = open(account, isProcessing ? 'prepare' : 'lookup');
        if (connected.kind === 'failed') return connected;
        const { client } = connected;
        return isProcessing ? pollVideo(client, state, clock) : findPin(client, account, part);
      },
      async finish(part, account, stored) {
        const state = readVideoState(stored);
        if (state.stage !== 'upload') return create(account, makeVideoPin(account.accountId, part, state));
        const connected = open(account, 'prepare');
        return connected.kind === 'failed' ? connected : uploadVideo(connected.client, part, clock);
      },
    };
  },
  unpublish: removeWith(connect),
  metrics,
} satisfies Platform;

async function createPin(client: PinboardClient, account: Account, pin: PinCreate): Promise<Step | FailedStep> {
  const created = await client.create(pin);
  return created.kind === 'rejected'
    ? created.step
    : { kind: 'published', ...livePost(created.value.id, account.baseUrl) };
}
