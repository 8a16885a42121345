/**
 * The LinkedIn REST API, versioned. One request makes a post; images and videos are uploaded before it.
 *
 * After a lost response it is unknown whether the post exists: the posts of a member cannot be listed with the
 * permissions that an app gets. The platform rejects a duplicate and names the live post, but that is no lookup: the
 * request itself would post. It identifies the part when its owner has requested a repeat. The same holds for comments.
 */
import { z } from 'zod';
import { addressAt } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import { responseFailure } from '../kit/failure-table.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import type { Account } from '../port/account.js';
import type { Clock, LivePost, Part, Platform, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL, type NetworkClient } from './client.js';
import { addComment } from './comments.js';
import { networkFailures } from './failures.js';
import { makeInteractions } from './interactions.js';
import { findEntities, toLittleText } from './little-text.js';
import { metrics } from './metrics.js';
import { oauth } from './oauth.js';
import { probe } from './probe.js';
import { makeUnpublish } from './unpublish.js';
import { type Media, pollProcessing, readState, readyToUpload, uploadMedia } from './uploads.js';
import { toNative, toNeutral } from './urns.js';

/** The account id is that of the member, or of an organization; `postedId` is `urn:network:share:<id>` or a ugcPost. */
export const network = {
  key: 'network',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  probe,
  findEntities: async (text) => findEntities(text),
  publisher: (http: Http, setup: PlatformSetup, clock: Clock): Publisher => ({
    async start(part, account) {
      if (part.media.length > 0) return readyToUpload();
      const connected = connect(http, account, setup, 'write');
      if (connected.kind === 'failed') return connected;
      const { client } = connected;
      return part.isComment ? comment(client, part, account) : post(client, part, account, []);
    },
    async lookUp(_part, account, stored) {
      const state = stored && readState(stored);
      if (!state || state.stage === 'uploaded') return { kind: 'unsupported' };
      if (state.stage === 'upload') return { kind: 'absent' };
      const connected = connect(http, account, setup, 'prepare');
      return connected.kind === 'failed' ? connected : pollProcessing(connected.client, state, clock);
    },
    async finish(part, account, stored) {
      const state = readState(stored);
      const connected = connect(http, account, setup, state.stage === 'upload' ? 'prepare' : 'write');
      if (connected.kind === 'failed') return connected;
      const { client } = connected;
      return state.stage === 'upload'
        ? uploadMedia(client, part.media, clock)
        : post(client, part, account, state.media);
    },
  }),
  interactions: makeInteractions,
  unpublish: makeUnpublish,
  metrics,
} satisfies Platform;

const POST_URN = /^urn:li:(?:share|ugcPost):\d+$/;
const DUPLICATE = /Content is a duplicate of (urn:li:(?:share|ugcPost):\d+)/i;

/** POST /rest/posts: the id of the post is in a header, and the body is empty. */
async function post(
  { author, rest, context }: NetworkClient,
  part: Part,
  account: Account,
  media: readonly Media[],
): Promise<Step> {
  const json = {
    author,
    commentary: toLittleText(part.text),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(media.length > 0 && { content: media.length === 1 ? { media: media[0] } : { multiImage: { images: media } } }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
  const posted = await rest('/posts', z.unknown(), { method: 'POST', json });
  if (posted.kind === 'rejected') {
    const urn = DUPLICATE.exec(posted.step.failure.platformError ?? '')?.[1];
    return urn === undefined ? posted.step : { ...posted.step, duplicateOf: livePost(account, urn) };
  }
  const urn = posted.answer.headers['x-restli-id'] ?? '';
  return POST_URN.test(urn)
    ? { kind: 'published', ...livePost(account, urn) }
    : responseFailure(posted.answer, networkFailures, context);
}

/** The comments of a post cannot be listed with the permissions that an app gets, either. */
async function comment(client: NetworkClient, { text, replyTo }: Part, { baseUrl }: Account): Promise<Step> {
  const postedId = replyTo ?? '';
  const added = await addComment(client, { postedId, message: text, parentComment: null });
  if (added.kind === 'failed') return added;
  const url = addressAt(baseUrl, DEFAULT_BASE_URL, `https://www.linkedin.com/feed/update/${toNative(postedId)}`);
  return { kind: 'published', postedId: added.value.commentUrn, url };
}

const livePost = ({ baseUrl }: Account, urn: string): LivePost => ({
  postedId: toNeutral(urn),
  url: addressAt(baseUrl, DEFAULT_BASE_URL, `https://www.linkedin.com/feed/update/${urn}`),
});
