import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import { isComment } from '../comments.js';
import type { Reply, SandboxContext } from '../exchange.js';
import { pick, randomToken } from '../random.js';
import { asMedia, PiecedFile, type ReceivedFile } from '../received-files.js';
import type { SandboxMedia } from '../types.js';
import { nothingToDo, type Work } from '../work.js';
import type { Announced } from './video-form.js';
import { invalid, refuse } from './wire.js';

/** Pieces but the last are multiples of this. */
const unit = 256 * 1024;

const maxSeconds = 12 * 3600;

/** Sessions that are remembered; they are good for a week. */
const remembered = 10_000;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

interface Session {
  account: AccountCore;
  announced: Announced;
  file: PiecedFile;
  video: Video | null;
}

/** A video that has come. */
interface StoredVideo {
  id: string;
  accountId: string;
  resource: Announced['resource'];
  publishedAt: string;
  /** Why the platform does not show it; null for one that it shows. */
  problem: Readonly<Record<string, string>> | null;
}

export interface Video extends StoredVideo {
  work: Work;
}

/** A request to a session: a piece that continues the upload, or null if the client requests its progress. */
interface Placed {
  session: Session;
  piece: ReceivedFile | null;
  isLast: boolean;
}

/** The upload sessions. They end with the sandbox; videos that can be shown are kept. */
export class Uploads {
  private readonly sessions = new Map<string, Session>();
  private readonly videos = new Map<string, Video>();

  constructor(private readonly context: SandboxContext) {
    for (const post of context.store.all()) {
      const stored = post.record as StoredVideo;
      if (post.platform === 'videohub' && !isComment(post))
        this.videos.set(stored.id, { ...stored, work: nothingToDo });
    }
  }

  /** Starts a session; returns its id. */
  begin(account: AccountCore, announced: Announced): string {
    const id = randomToken();
    const file = new PiecedFile({ field: '', fileName: '', contentType: '' });
    this.sessions.set(id, { account, announced, file, video: null });
    for (const key of this.sessions.keys()) {
      if (this.sessions.size <= remembered) break;
      this.sessions.delete(key);
    }
    return id;
  }

  /** Finds where a piece belongs. */
  place(account: AccountCore, id: unknown, contentRange: string | undefined, piece: ReceivedFile): Placed {
    const session = this.sessions.get(String(id));
    if (session?.account.accountId !== account.accountId) throw refuse(404, 'notFound', 'The upload was not found');
    const { bytes } = session.announced;
    const [, first, last, total] =
      /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(contentRange ?? `bytes 0-${bytes - 1}/${bytes}`) ?? [];
    if (Number(total) !== bytes) throw invalid('badRequest', 'Failed to parse Content-Range header.');
    if (first === undefined) {
      if (piece.bytes > 0) throw invalid('badRequest', 'The request says that it has no bytes, but it has.');
      return { session, piece: null, isLast: false };
    }
    // All of it was received before: to a repeated request, the session answers with its video.
    if (session.video) return { session, piece: null, isLast: false };
    const end = Number(last) + 1;
    if (Number(first) !== session.file.bytes) {
      throw refuse(
        416,
        'requestedRangeNotSatisfiable',
        `Invalid request. The range begins at ${first}, but the upload has ${session.file.bytes} bytes.`,
      );
    }
    if (piece.bytes !== end - Number(first))
      throw invalid('badRequest', 'The bytes are not those of the Content-Range.');
    const isLast = end === bytes;
    if (!isLast && piece.bytes % unit !== 0) throw invalid('badRequest', 'Chunks are multiples of 256 KiB.');
    return { session, piece, isLast };
  }

  /** Takes a piece; the last one makes the video. */
  async add({ session, piece, isLast }: Placed, req: Request): Promise<Reply> {
    if (piece) await session.file.add(piece);
    if (piece && isLast) {
      session.video = await this.store(session, await session.file.end(), req);
      return { status: 201, body: this.entity(session.video) };
    }
    if (session.video) return { status: 200, body: this.entity(session.video) };
    const { bytes } = session.file;
    return { status: 308, headers: bytes === 0 ? {} : { Range: `bytes=0-${bytes - 1}` } };
  }

  /** A video that can be shown is gone with its post. */
  video(id: string): Video | undefined {
    const video = this.videos.get(id);
    return video?.problem || this.context.store.post('videohub', '', id) ? video : undefined;
  }

  /** Deletes a video; what is shown of it is gone, too. */
  async remove(id: string): Promise<void> {
    this.videos.delete(id);
    const post = this.context.store.post('videohub', '', id);
    if (post) await this.context.store.remove(post);
  }

  entity({ id, accountId, resource, publishedAt, work, problem }: Video): Record<string, unknown> {
    const isDone = work.isDone();
    const end = problem ?? { uploadStatus: 'processed' };
    const processed = { processingStatus: problem ? 'failed' : 'succeeded' };
    return {
      kind: 'youtube#video',
      id,
      snippet: { ...resource.snippet, publishedAt, channelId: accountId },
      status: { ...resource.status, ...(isDone ? end : { uploadStatus: 'uploaded' }) },
      processingDetails: isDone ? processed : { processingStatus: 'processing' },
    };
  }

  private async store({ account, announced }: Session, whole: ReceivedFile, req: Request): Promise<Video> {
    const video: Video = {
      id: pick(letters, 11),
      accountId: account.accountId,
      resource: announced.resource,
      publishedAt: new Date().toISOString(),
      work: this.context.beginWork(),
      problem: problemOf(whole),
    };
    this.videos.set(video.id, video);
    if (!video.problem) await this.show(video, asMedia(whole), req);
    return video;
  }

  private async show({ work: _, ...video }: Video, media: SandboxMedia, req: Request): Promise<void> {
    await this.context.store.add({
      platform: 'videohub',
      accountId: video.accountId,
      postedId: video.id,
      text: video.resource.snippet.description,
      url: `/videohub/watch?v=${video.id}`,
      receivedAt: this.context.receivedAt(req),
      media: [media],
      record: video,
    });
  }
}

function problemOf({ playable, mimeType, seconds }: ReceivedFile): StoredVideo['problem'] {
  if (!playable || !mimeType?.startsWith('video/')) return { uploadStatus: 'failed', failureReason: 'invalidFile' };
  if ((seconds ?? 0) > maxSeconds) return { uploadStatus: 'rejected', rejectionReason: 'length' };
  return null;
}
