import { randomUUID } from 'node:crypto';
import type { Reply, SandboxContext } from '../exchange.js';
import type { ReceivedFile } from '../received-files.js';
import type { Work } from '../work.js';
import type { Blobs } from './blobs.js';
import { invalidRequest, refuse } from './wire.js';

/** The service's DID, which is the audience of its tokens. It does not depend on the sandbox's address. */
export const videoServiceDid = 'did:web:video.bsky.app';

const daily = { videos: 25, bytes: 10 * 1024 ** 3 };
const dayMs = 24 * 3600_000;
const remembered = 10_000;

interface Job {
  jobId: string;
  did: string;
  file: ReceivedFile;
  work: Work;
  startedAt: number;
  /** Once the video is stored on the account's data server. */
  blob: Record<string, unknown> | null;
}

/** The network's video service: it processes videos and stores them on the data server of their account. */
export class VideoJobs {
  private readonly jobs = new Map<string, Job>();

  constructor(
    private readonly context: SandboxContext,
    private readonly blobs: Blobs,
  ) {}

  /** What an account may still upload today. */
  limits(did: string): { canUpload: boolean; remainingDailyVideos: number; remainingDailyBytes: number } {
    const since = Date.now() - dayMs;
    const today = [...this.jobs.values()].filter((job) => job.did === did && job.startedAt > since);
    const remainingDailyVideos = daily.videos - today.length;
    const remainingDailyBytes = daily.bytes - today.reduce((sum, { file }) => sum + file.bytes, 0);
    return {
      canUpload: remainingDailyVideos > 0 && remainingDailyBytes > 0,
      remainingDailyVideos,
      remainingDailyBytes,
    };
  }

  /** Starts a job; a video that the account has uploaded before is answered with the job that it has. */
  begin(did: string, file: ReceivedFile): Reply {
    const known = [...this.jobs.values()].find((job) => job.did === did && job.file.sha256 === file.sha256);
    if (known && isVideo(known.file)) {
      const body = { ...this.describe(known), error: 'already_exists', message: 'Video already processed' };
      return { status: 409, body };
    }
    const { remainingDailyVideos, remainingDailyBytes } = this.limits(did);
    if (remainingDailyVideos < 1 || remainingDailyBytes < file.bytes) {
      throw refuse(400, 'DailyLimitExceeded', 'You have reached your daily upload limit');
    }
    const jobId = randomUUID();
    const job: Job = { jobId, did, file, work: this.context.beginWork(), startedAt: Date.now(), blob: null };
    this.jobs.set(jobId, job);
    for (const id of this.jobs.keys()) {
      if (this.jobs.size <= remembered) break;
      this.jobs.delete(id);
    }
    // As the service answers, without the lexicon's `jobStatus` around it.
    return { status: 200, body: this.describe(job) };
  }

  find(jobId: string): Job {
    const job = this.jobs.get(jobId);
    if (!job) throw invalidRequest('Job not found');
    return job;
  }

  describe(job: Job): Record<string, unknown> {
    const { jobId, did, file, work } = job;
    if (!work.isDone()) return { jobId, did, state: 'JOB_STATE_ENCODING', progress: 50 };
    if (!isVideo(file)) {
      const message = 'The video could not be read';
      return { jobId, did, state: 'JOB_STATE_FAILED', failureCode: 'validation_failure', error: message, message };
    }
    job.blob ??= this.blobs.add(did, file);
    return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob: job.blob };
  }
}

const isVideo = ({ mimeType, playable }: ReceivedFile): boolean => mimeType === 'video/mp4' && playable;
