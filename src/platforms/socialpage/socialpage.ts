/**
 * The Pages API. Photos are uploaded without being published, one or several, and attached to one post: so the only
 * request that publishes is the same for texts and photos, and every request before it can be repeated.
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { graphId, openGraph } from '../graph/graph-api.js';
import { makeGraphUnpublish } from '../graph/graph-unpublish.js';
import type { FailedStep, Purpose } from '../kit/failed-step.js';
import { makeAuthorization } from '../kit/oauth.js';
import { withComments } from '../kit/with-comments.js';
import type { Account } from '../port/account.js';
import type { Clock, Part, Platform, PlatformSetup, Probed, Publisher, Step } from '../port/platform.js';
import { api, fetchScopes, makePage, type Page } from './client.js';
import { makeComments } from './comments.js';
import { metrics } from './metrics.js';
import { oauth } from './oauth.js';
import { lookUpVideo, publishVideo, uploadVideo, videoState } from './video.js';

const stateSchema = z.union([videoState, z.object({ photoIds: z.array(graphId).min(1) })]);

/** `postedId` is the id of the post, `<page>_<post>`; of a video its own. */
export const socialpage = {
  key: 'socialpage',
  defaultBaseUrl: api.defaultBaseUrl,
  // The tokens of pages do not end.
  session: null,
  connector: null,
  authorization: makeAuthorization(oauth),
  probe,
  publisher: withComments(makePublisher, makeComments),
  unpublish: makeGraphUnpublish(api, api.postScope),
  metrics,
} satisfies Platform;

function makePublisher(http: Http, setup: PlatformSetup, clock: Clock): Publisher {
  const open = (account: Account, purpose: Purpose): { kind: 'opened'; page: Page } | FailedStep => {
    const opened = openGraph(http, api, setup, account, purpose);
    return opened.kind === 'failed' ? opened : { kind: 'opened', page: makePage(opened, account) };
  };
  const publish = async (page: Page, part: Part, account: Account, photoIds: readonly string[]): Promise<Step> => {
    const posted = await page.post(part.text, photoIds);
    if (posted.kind === 'rejected') return posted.step;
    const postedId = posted.value.id;
    // A read: it must not be taken for another publishing request.
    const reading = open(account, 'lookup');
    return { kind: 'published', postedId, ...(reading.kind === 'opened' && (await reading.page.address(postedId))) };
  };
  return {
    async start(part, account) {
      const [first] = part.media;
      const opened = open(account, first ? 'prepare' : 'write');
      if (opened.kind === 'failed') return opened;
      if (!first) return publish(opened.page, part, account, []);
      return first.kind === 'video' ? uploadVideo(opened.page, first, clock) : uploadPhotos(opened.page, part);
    },
    async lookUp(part, account, state) {
      const opened = open(account, 'lookup');
      if (opened.kind === 'failed') return opened;
      const known = state && stateSchema.parse(state);
      return known && 'videoId' in known ? lookUpVideo(opened.page, known, clock) : opened.page.find(part);
    },
    async finish(part, account, state) {
      const known = stateSchema.parse(state);
      const opened = open(account, 'write');
      if (opened.kind === 'failed') return opened;
      return 'videoId' in known
        ? publishVideo(opened.page, part.text, known, clock)
        : publish(opened.page, part, account, known.photoIds);
    },
  };
}

async function uploadPhotos(page: Page, { media }: Part): Promise<Step> {
  const photoIds: string[] = [];
  for (const file of media) {
    const uploaded = await page.uploadPhoto(file);
    if (uploaded.kind === 'rejected') return uploaded.step;
    photoIds.push(uploaded.value.id);
  }
  return { kind: 'ready', state: { photoIds } };
}

async function probe(http: Http, account: Account, setup: PlatformSetup): Promise<Probed> {
  const opened = openGraph(http, api, setup, account, 'prepare');
  if (opened.kind === 'failed') return opened;
  const self = await makePage(opened, account).self();
  if (self.kind === 'rejected') return self.step;
  const { client } = setup;
  const displayName = self.value.name;
  if (!client) return { kind: 'working', displayName, permissions: opened.scopes };
  const granted = await fetchScopes(http, { ...setup, baseUrl: account.baseUrl }, client, opened.accessToken);
  return granted.kind === 'failed' ? granted : { kind: 'working', displayName, permissions: granted.scopes };
}
