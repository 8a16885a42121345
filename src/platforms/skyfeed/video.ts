/**
 * The network's video service. It checks a video, makes it playable and stores it on the account's data server, so that
 * the post can be watched as soon as it exists. It acts for the account with tokens that the data server issues for one
 * method each (service auth). A job that was started is polled by later runs; nothing is published before it is
 * complete.
 */
import { z } from 'zod';
import { requestTo } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import { type Context, type FailedStep, failed } from '../kit/failed-step.js';
import { responseFailure } from '../kit/failure-table.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import type { Account } from '../port/account.js';
import type { Clock, Part, PartMedia, Step } from '../port/platform.js';
import { type Connected, DEFAULT_BASE_URL } from './client.js';
import { aboutVideo, aboutVideoSchema, blobSchema, videoEmbed } from './embed.js';
import { failedJobFailures, jobFailures, uploadFailures } from './video-failures.js';

const SERVICE_URL = 'https://video.bsky.app';
const SERVICE_DID = 'did:web:video.bsky.app';

/** How long the service may store the video with the account's token: as long as the network's own app allows it. */
const TOKEN_SECONDS = 30 * 60;

const UPLOAD = 'app.bsky.video.uploadVideo';
const LIMITS = 'app.bsky.video.getUploadLimits';
const STATUS = 'app.bsky.video.getJobStatus';

const tokenSchema = z.object({ token: z.string().min(1) });
const limitsSchema = z.object({
  canUpload: z.boolean(),
  remainingDailyVideos: z.int().optional(),
  remainingDailyBytes: z.int().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
});
const sessionSchema = z.object({
  didDoc: z
    .object({ service: z.array(z.looseObject({ id: z.string(), serviceEndpoint: z.unknown() })).catch([]) })
    .optional()
    .catch(undefined),
});

const jobStatusSchema = z.object({
  jobId: z.string().min(1).max(256),
  state: z.string(),
  blob: blobSchema.optional(),
  error: z.string().optional(),
  failureCode: z.string().optional(),
  message: z.string().optional(),
});
type JobStatus = z.infer<typeof jobStatusSchema>;
/** The lexicon has it in `jobStatus`; the service answers an upload without that. */
const jobSchema = z.union([
  z.object({ jobStatus: jobStatusSchema }).transform(({ jobStatus }) => jobStatus),
  jobStatusSchema,
]);

/** The state of a part whose video is being processed. */
export const jobStateSchema = z.object({
  jobId: z.string(),
  about: aboutVideoSchema,
  /** When its upload ended, in epoch milliseconds. */
  since: z.number(),
});
type JobState = z.infer<typeof jobStateSchema>;

export interface VideoService {
  /**
   * Uploads the video of a part. `unavailable` if the service cannot be used for this account: its server issues no tokens
   * for services, or the service gave no usable response to the first question. Then the video goes to the data server.
   */
  upload(part: Part, video: PartMedia): Promise<Step | { kind: 'unavailable' }>;
  /** Polls a job: `ready` with the complete embed once the video is stored. */
  poll(state: JobState): Promise<Step>;
}

export function makeVideoService(
  http: Http,
  { xrpc, context }: Connected,
  { accountId: did, baseUrl }: Account,
  clock: Clock,
): VideoService {
  const at = (method: string) => requestTo(baseUrl, DEFAULT_BASE_URL, `${SERVICE_URL}/xrpc/${method}`);

  /** A token with which the service may call one method of `aud` for the account. */
  const serviceToken = (aud: string, lxm: string, exp: number) =>
    xrpc('com.atproto.server.getServiceAuth', tokenSchema, { query: { aud, lxm, exp: String(exp) } });

  const now = () => clock().getTime();
  const inSeconds = (seconds: number) => Math.floor(now() / 1000) + seconds;

  /** What the account may upload; null if the service cannot be used for it. */
  const fetchLimits = async (): Promise<z.infer<typeof limitsSchema> | null | FailedStep> => {
    const issued = await serviceToken(SERVICE_DID, LIMITS, inSeconds(60));
    if (issued.kind === 'rejected') return isRefusal(issued) ? null : issued.step;
    const { token } = issued.value;
    const request = { method: 'GET', ...at(LIMITS), headers: { authorization: `Bearer ${token}` } } as const;
    const result = await callApi(http, request, limitsSchema, uploadFailures, withSecret(context, token));
    if (result.kind === 'ok') return result.value;
    return result.status === 429 ? result.step : null;
  };

  /** The DID of the account's data server, to which the service hands the video. */
  const fetchServerDid = async (): Promise<string | FailedStep> => {
    const session = await xrpc('com.atproto.server.getSession', sessionSchema);
    if (session.kind === 'rejected') return session.step;
    const found = session.value.didDoc?.service.find(({ id }) => id.endsWith('#atproto_pds'))?.serviceEndpoint;
    const endpoint = typeof found === 'string' && URL.canParse(found) ? found : baseUrl;
    return `did:web:${encodeURIComponent(new URL(endpoint).host)}`;
  };

  const toStep = (job: JobStatus, answer: Parameters<typeof responseFailure>[0], state: JobState): Step => {
    if (job.blob) return { kind: 'ready', state: { embed: videoEmbed(job.blob, state.about) } };
    if (job.state === 'JOB_STATE_FAILED') {
      const { failureCode = 'generic_failure', message, error } = job;
      return responseFailure(answer, failedJobFailures(failureCode, message ?? error ?? failureCode), context);
    }
    if (!isOverdue(state, clock)) return pollAgain(state, clock);
    const happened = 'did not finish processing the video in time';
    return failed('TIMEOUT_ERROR', context, { outcome: 'rejected', happened });
  };

  return {
    async upload({ key }, video) {
      const limits = await fetchLimits();
      if (limits === null) return { kind: 'unavailable' };
      if ('kind' in limits) return limits;
      const refused = refusedBy(limits, video, context);
      if (refused) return refused;
      const aud = await fetchServerDid();
      if (typeof aud !== 'string') return aud;
      const issued = await serviceToken(aud, 'com.atproto.repo.uploadBlob', inSeconds(TOKEN_SECONDS));
      if (issued.kind === 'rejected') return issued.step;
      const { token } = issued.value;
      const request = {
        method: 'POST',
        ...at(UPLOAD),
        query: { did, name: `${key}.mp4` },
        headers: { authorization: `Bearer ${token}` },
        file: video,
      } as const;
      const sent = await callApi(http, request, jobSchema, uploadFailures, withSecret(context, token));
      const job = sent.kind === 'ok' ? sent.value : knownJob(sent);
      if (!job || !sent.answer) return sent.kind === 'rejected' ? sent.step : { kind: 'unavailable' };
      return toStep(job, sent.answer, { jobId: job.jobId, about: aboutVideo(video), since: now() });
    },

    async poll(state) {
      const request = { method: 'GET', ...at(STATUS), query: { jobId: state.jobId } } as const;
      const result = await callApi(http, request, jobSchema, jobFailures, context);
      if (result.kind === 'ok') return toStep(result.value, result.answer, state);
      return isRefusal(result) ? result.step : retryPoll(result.step, state, clock);
    },
  };
}

type Rejected = Extract<ApiResult<unknown>, { kind: 'rejected' }>;

/** A refusal in the protocol's form, which the same request would meet again: a method or a job that is not known. */
const isRefusal = ({ status = 0, error, step }: Rejected): boolean =>
  error !== undefined &&
  (status === 501 || (status >= 400 && status < 500 && status !== 429)) &&
  step.failure.code !== 'PLATFORM_AUTH_EXPIRED';

/** The service has the video already (409): it answers with the job of the first upload. */
function knownJob({ status, answer }: Rejected): JobStatus | undefined {
  return status === 409 ? jobSchema.safeParse(answer?.json).data : undefined;
}

/** Why the account cannot upload the video now; null if it can. */
function refusedBy(
  { canUpload, remainingDailyVideos = 1, remainingDailyBytes, message, error }: z.infer<typeof limitsSchema>,
  { bytes }: PartMedia,
  context: Context,
): FailedStep | null {
  const about = { outcome: 'rejected', platformMessage: message ?? error, raw: message ?? error } as const;
  if (remainingDailyVideos < 1 || (remainingDailyBytes ?? bytes) < bytes) {
    const happened = 'accepts no more videos from this account today';
    return failed('RATE_LIMITED', context, { ...about, happened });
  }
  if (canUpload) return null;
  return failed('PERMISSION_DENIED', context, { ...about, happened: 'does not allow this account to upload videos' });
}

const withSecret = (context: Context, token: string): Context => ({ ...context, secrets: [...context.secrets, token] });
