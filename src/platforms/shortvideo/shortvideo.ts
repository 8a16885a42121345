/**
 * The TikTok Content Posting API. A video is announced, uploaded in pieces, and posted by the platform itself once it
 * has received and processed the last one; until then its status can be queried.
 */
import { z } from 'zod';
import { addressAt } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import { failed } from '../kit/failed-step.js';
import { responseFailure } from '../kit/failure-table.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import { soleVideo } from '../kit/sole-video.js';
import type { Account } from '../port/account.js';
import type { Clock, LookupResult, Part, Platform, PlatformSetup, Publisher, State, Step } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL } from './client.js';
import { shortvideoFailures } from './failures.js';
import { metrics } from './metrics.js';
import { oauth } from './oauth.js';
import { makePostInfo } from './post-info.js';
import { probe } from './probe.js';
import { announce, isBoundary, nextPiece, readyToSend, uploadSchema } from './upload.js';

/** The platform has all of the video since then, in milliseconds since 1970. */
const processingSchema = uploadSchema
  .pick({ publishId: true, username: true, isPublic: true })
  .extend({ stage: z.literal('processing'), since: z.number() });
const stateSchema = z.discriminatedUnion('stage', [uploadSchema, processingSchema]);
type Processing = z.infer<typeof processingSchema>;

/** The platform reviews public posts before they get an id, which takes a minute mostly, and hours at times. */
const ID_WAIT_MS = 5 * MINUTE_MS;

/** The account id is the open_id; `postedId` is that of the post, or of its publishing job if the post is private. */
export const shortvideo = {
  key: 'shortvideo',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  probe,
  publisher: (http: Http, _setup: PlatformSetup, clock: Clock): Publisher => ({
    start: (part, account) => begin(http, part, account),
    // Nothing but the upload posts anything.
    lookUp: async (part, account, state) => (state ? lookUp(http, part, account, state, clock) : { kind: 'absent' }),
    finish: (part, account, state) => sendPiece(http, part, account, state, clock),
  }),
  metrics,
} satisfies Platform;

/** Announces the video. */
async function begin(http: Http, part: Part, account: Account): Promise<Step> {
  const { bytes, durationSeconds } = soleVideo(part);
  const connected = connect(http, account, 'prepare');
  if (connected.kind === 'failed') return connected;
  const { client } = connected;
  const result = await client.creator();
  if (result.kind === 'rejected') return result.step;
  const creator = result.value;
  const maxSeconds = creator.max_video_post_duration_sec ?? Number.POSITIVE_INFINITY;
  if (durationSeconds !== null && durationSeconds > maxSeconds) {
    const happened = `accepts videos of at most ${maxSeconds} seconds from this account`;
    return failed('INVALID_CONTENT', client.context, { outcome: 'rejected', happened });
  }
  const made = makePostInfo(part, creator);
  if (made.kind === 'failed') return made;
  const begun = await client.begin(made.post, announce(bytes));
  if (begun.kind === 'rejected') return begun.step;
  const { publish_id: publishId, upload_url: uploadUrl } = begun.value;
  return readyToSend({
    stage: 'upload',
    publishId,
    uploadUrl,
    username: creator.creator_username,
    isPublic: made.post.privacy_level === 'PUBLIC_TO_EVERYONE',
    total: bytes,
    sent: 0,
    resumed: false,
  });
}

/** Sends the next piece of the video. */
async function sendPiece(http: Http, part: Part, account: Account, state: State, clock: Clock): Promise<Step> {
  const upload = uploadSchema.parse(state);
  const connected = connect(http, account, 'write');
  if (connected.kind === 'failed') return connected;
  const slice = nextPiece(upload);
  const sent = await connected.client.put(
    upload.uploadUrl,
    { ...soleVideo(part), slice },
    upload.total,
    upload.resumed,
  );
  if (sent.kind === 'rejected') return sent.step;
  if (slice.end < upload.total) return readyToSend({ ...upload, sent: slice.end, resumed: false });
  return pollAgain(processingOf(upload, clock), clock);
}

/** Queries the status of the post. An upload that is not complete is resumed, once. */
async function lookUp(http: Http, part: Part, account: Account, stored: State, clock: Clock): Promise<LookupResult> {
  const state = stateSchema.parse(stored);
  const connected = connect(http, account, 'lookup');
  if (connected.kind === 'failed') return connected;
  const { client } = connected;
  const result = await client.status(state.publishId);
  if (result.kind === 'rejected') {
    return state.stage === 'processing' ? retryPoll(result.step, state, clock) : result.step;
  }
  const { status, uploaded_bytes: uploaded, publicaly_available_post_id: ids } = result.value;
  if (status === 'FAILED') {
    // For any reason of the failure, it is not live.
    return responseFailure(result.answer, shortvideoFailures, { ...client.context, purpose: 'prepare' });
  }
  if (state.stage === 'upload' && status === 'PROCESSING_UPLOAD' && (uploaded ?? state.total) < state.total) {
    const canGoOn = part.media.length > 0 && !state.resumed && isBoundary(state, uploaded ?? 0);
    return canGoOn ? readyToSend({ ...state, sent: uploaded ?? 0, resumed: true }) : { kind: 'absent' };
  }
  const processing = state.stage === 'upload' ? processingOf(state, clock) : state;
  if (status === 'PUBLISH_COMPLETE') {
    const id = ids?.[0];
    if (id !== undefined) return { kind: 'published', postedId: id, url: addressOf(account, processing, id) };
    const mayGetId = processing.isPublic && clock().getTime() - processing.since < ID_WAIT_MS;
    return mayGetId ? pollAgain(processing, clock) : { kind: 'published', postedId: processing.publishId };
  }
  if (!isOverdue(processing, clock)) return pollAgain(processing, clock);
  const happened = 'did not finish processing the video in time';
  return failed('TIMEOUT_ERROR', client.context, { outcome: 'unknown', happened });
}

const processingOf = ({ publishId, username, isPublic }: z.infer<typeof uploadSchema>, clock: Clock): Processing => ({
  stage: 'processing',
  publishId,
  username,
  isPublic,
  since: clock().getTime(),
});

const addressOf = ({ baseUrl }: Account, { username }: Processing, id: string): string =>
  addressAt(baseUrl, DEFAULT_BASE_URL, `https://www.tiktok.com/@${encodeURIComponent(username)}/video/${id}`);
