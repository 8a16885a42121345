/**
 * The YouTube Data API v3. A video is uploaded in pieces to a session, which reports at any time how much of it has
 * come, and the video once it has all of it. The platform processes it afterwards, and may reject it.
 */
import { z } from 'zod';
import { addressAt } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import { uploadMs } from '../../foundation/http-client/http-body.js';
import { responseFailure } from '../kit/failure-table.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import { isOverdue, pollAgain } from '../kit/polling.js';
import { soleVideo } from '../kit/sole-video.js';
import { removeWith } from '../kit/unpublish.js';
import { withComments } from '../kit/with-comments.js';
import type { Account } from '../port/account.js';
import { FAILURES, type Failure } from '../port/failure.js';
import type { Clock, LookupResult, Part, Platform, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { MB } from '../port/rules.js';
import { connect, DEFAULT_BASE_URL, type Progress, type VideohubClient } from './client.js';
import { makeComments } from './comments.js';
import { sessionFailures, videohubFailures } from './failures.js';
import { metrics } from './metrics.js';
import { oauth } from './oauth.js';
import { probe } from './probe.js';
import { makeResource, titleOf } from './resource.js';

/** A multiple of 256 KiB, as the platform requires. */
const PIECE_BYTES = 8 * MB;

const uploadSchema = z.object({
  stage: z.literal('upload'),
  session: z.url(),
  total: z.int(),
  /** Bytes that the platform has. */
  sent: z.int(),
  /** The next piece was sent once, and did not come in full or its response was lost. */
  resumed: z.boolean(),
});
/** The platform has all of the video since then, in milliseconds since 1970. */
const processingSchema = z.object({ stage: z.literal('processing'), videoId: z.string(), since: z.number() });
const stateSchema = z.discriminatedUnion('stage', [uploadSchema, processingSchema]);
type Upload = z.infer<typeof uploadSchema>;
type Processing = z.infer<typeof processingSchema>;

const makePublisher = (http: Http, _setup: PlatformSetup, clock: Clock): Publisher => ({
  async start(part, account) {
    const video = soleVideo(part);
    const connected = connect(http, account, 'prepare');
    if (connected.kind === 'failed') return connected;
    const begun = await connected.client.begin(makeResource(part, video), video);
    if (begun.kind === 'failed') return begun;
    const { session } = begun;
    return readyToSend({ stage: 'upload', session, total: video.bytes, sent: 0, resumed: false });
  },
  async lookUp(part, account, stored) {
    // Nothing but an upload makes a video.
    if (!stored) return { kind: 'absent' };
    const state = stateSchema.parse(stored);
    const connected = connect(http, account, 'lookup');
    if (connected.kind === 'failed') return connected;
    const { client } = connected;
    return state.stage === 'upload'
      ? fetchUploaded(client, part, state, clock)
      : pollProcessing(client, account, state, clock);
  },
  finish: async (part, account, state) => sendPiece(http, part, account, uploadSchema.parse(state), clock),
});

/** The account id is that of the channel, `postedId` that of the video. */
export const videohub = {
  key: 'videohub',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeTokenSession(oauth),
  connector: null,
  authorization: makeAuthorization(oauth),
  probe,
  titleOf,
  publisher: withComments(makePublisher, makeComments),
  unpublish: removeWith(connect),
  metrics,
} satisfies Platform;

/** The step after which the next piece is sent. */
function readyToSend(upload: Upload): Step {
  const bytes = Math.min(PIECE_BYTES, upload.total - upload.sent);
  return { kind: 'ready', state: upload, withinMs: uploadMs(bytes) };
}

async function sendPiece(http: Http, part: Part, account: Account, upload: Upload, clock: Clock): Promise<Step> {
  const connected = connect(http, account, 'write');
  if (connected.kind === 'failed') return connected;
  const { client } = connected;
  const { session, total, sent, resumed } = upload;
  const slice = { start: sent, end: Math.min(sent + PIECE_BYTES, total) };
  const piece = sent < total ? { ...soleVideo(part), slice } : null;
  const progress = await client.send(session, piece, total, resumed);
  if (progress.kind === 'rejected') return progress.step;
  if (progress.kind === 'stored') return nowProcessing(progress.videoId, clock);
  const { received, answer } = progress;
  const isStuck = received <= sent;
  if (isStuck && upload.resumed)
    return responseFailure(answer, sessionFailures, { ...client.context, purpose: 'prepare' });
  return readyToSend({ ...upload, sent: received, resumed: isStuck });
}

/** Queries how much of the video has arrived; the rest is sent, once, if the file is at hand. */
async function fetchUploaded(client: VideohubClient, part: Part, upload: Upload, clock: Clock): Promise<LookupResult> {
  const progress = await client.send(upload.session, null, upload.total);
  switch (progress.kind) {
    case 'stored':
      return nowProcessing(progress.videoId, clock);
    case 'incomplete': {
      const canGoOn = part.media.length > 0 && !upload.resumed;
      return canGoOn ? readyToSend({ ...upload, sent: progress.received, resumed: true }) : { kind: 'absent' };
    }
    case 'rejected':
      return isExpired(progress) ? { kind: 'absent' } : progress.step;
  }
}

/** The session no longer exists. A gateway's page with the same status says nothing about it. */
const isExpired = ({ status, error, answer }: Extract<Progress, { kind: 'rejected' }>): boolean =>
  status === 404 && (error !== undefined || answer?.text === '');

const nowProcessing = (videoId: string, clock: Clock): Step =>
  pollAgain({ stage: 'processing', videoId, since: clock().getTime() } satisfies Processing, clock);

/** The status of the video. A long one is processed for hours: then it is enough that the platform has it. */
async function pollProcessing(
  client: VideohubClient,
  account: Account,
  state: Processing,
  clock: Clock,
): Promise<LookupResult> {
  const result = await client.video(state.videoId);
  let isOpen = true;
  let refused: Failure | undefined;
  if (result.kind === 'rejected') {
    refused = result.step.failure;
    isOpen = FAILURES[refused.code].retryable;
  } else {
    const uploadStatus = result.value.items[0]?.status.uploadStatus;
    if (uploadStatus === 'failed' || uploadStatus === 'rejected') {
      return responseFailure(result.answer, videohubFailures, { ...client.context, purpose: 'prepare' });
    }
    isOpen = uploadStatus !== 'processed';
  }
  if (isOpen && !isOverdue(state, clock)) return pollAgain(state, clock, refused);
  const { videoId } = state;
  const page = `https://www.youtube.com/watch?v=${videoId}`;
  return { kind: 'published', postedId: videoId, url: addressAt(account.baseUrl, DEFAULT_BASE_URL, page) };
}
