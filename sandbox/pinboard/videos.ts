import type { AccountCore } from '../account.js';
import { Refusal, type Reply, type SandboxContext } from '../exchange.js';
import type { Grant } from '../grants.js';
import { digits, randomToken } from '../random.js';
import { asMedia, type ReceivedFile } from '../received-files.js';
import type { SandboxMedia } from '../types.js';
import type { Work } from '../work.js';
import { invalid, refuse } from './wire.js';

/** What a video may be, how large and how long [content-limits/pinboard]. */
const types = ['video/mp4', 'video/quicktime'];
export const maxVideoBytes = 1024 * 1024 * 1024;
const maxSeconds = 15 * 60;

/** Registered videos that are remembered. */
const remembered = 10_000;

interface Video {
  id: string;
  accounts: readonly AccountCore[];
  /** Signs its upload. */
  signature: string;
  /** Null while its file has not come. */
  work: Work | null;
  /** Null until then, and for a file that the platform cannot use. */
  media: SandboxMedia | null;
}

/** The storage that files are uploaded to answers in XML. */
const storageError = (status: number, code: string, message: string): Refusal =>
  new Refusal({
    status,
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  });

export const tooLarge = (): Refusal =>
  storageError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');

/** The videos that pins can show. They are not kept beyond the end of the sandbox. */
export class Videos {
  private readonly videos = new Map<string, Video>();

  constructor(private readonly context: SandboxContext) {}

  /** POST /v5/media. */
  register({ accounts }: Grant): Record<string, unknown> {
    const video: Video = { id: digits(19), accounts, signature: randomToken(), work: null, media: null };
    this.videos.set(video.id, video);
    for (const id of this.videos.keys()) {
      if (this.videos.size <= remembered) break;
      this.videos.delete(id);
    }
    return {
      media_id: video.id,
      media_type: 'video',
      upload_url: `${this.context.url}/pinboard/media-upload/`,
      upload_parameters: {
        key: `uploads/${video.id}`,
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        'x-amz-signature': video.signature,
        'Content-Type': 'multipart/form-data',
      },
    };
  }

  /** The upload of a file with the fields that a registration gave; an address for it is used once. */
  upload(form: Record<string, unknown>, file: ReceivedFile | undefined): () => Reply {
    const video = this.videos.get(String(form.key).replace(/^uploads\//, ''));
    if (!video || video.work !== null || form['x-amz-signature'] !== video.signature) {
      throw storageError(403, 'AccessDenied', 'Access Denied');
    }
    if (file?.field !== 'file') throw storageError(400, 'InvalidArgument', 'POST requires exactly one file upload');
    return () => {
      const { playable, mimeType, seconds } = file;
      const isUsable = playable && types.includes(mimeType ?? '') && (seconds ?? 0) <= maxSeconds;
      video.media = isUsable ? asMedia(file) : null;
      video.work = this.context.beginWork();
      return { status: 204 };
    };
  }

  /** GET /v5/media/:id. */
  entity(grant: Grant, id: string): Record<string, unknown> {
    return { media_id: id, media_type: 'video', status: statusOf(this.find(grant, id)) };
  }

  /** The file of a new pin. */
  use(grant: Grant, id: string): SandboxMedia {
    const video = this.find(grant, id);
    if (statusOf(video) !== 'succeeded' || !video.media) throw invalid(`the media ${id} is not processed`);
    return video.media;
  }

  private find({ account }: Grant, id: string): Video {
    const video = this.videos.get(id);
    if (video?.accounts.some(({ accountId }) => accountId === account.accountId)) return video;
    throw refuse(404, 2000, 'Media not found.');
  }
}

function statusOf({ work, media }: Video): string {
  if (work === null) return 'registered';
  if (!work.isDone()) return 'processing';
  return media ? 'succeeded' : 'failed';
}
