import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { Ids } from '../graph/ids.js';
import { invalid, refuse } from '../graph/wire.js';
import { asMedia, PiecedFile, type ReceivedFile } from '../received-files.js';
import type { SandboxMedia } from '../types.js';
import type { Work } from '../work.js';

const maxBytes = 2 * 1024 * 1024 * 1024;
const maxSeconds = 45 * 60;

/** The platform requests a video in pieces of this size. */
export const pieceBytes = 4 * 1024 * 1024;

/** Videos that are remembered. */
const remembered = 10_000;

export interface Video {
  id: string;
  sessionId: string;
  accountId: string;
  total: number;
  file: PiecedFile;
  /** Null before the phase "finish". */
  work: Work | null;
  /** Null until then, and of one that cannot be shown. */
  media: SandboxMedia | null;
  /** Why it cannot be shown. */
  problem: { code: number; message: string } | null;
}

/** The videos that are being uploaded: start, transfer, finish. */
export class Videos {
  private readonly videos = new Map<string, Video>();

  constructor(
    private readonly context: SandboxContext,
    private readonly ids: Ids,
  ) {}

  start({ accountId }: AccountCore, total: number): Record<string, unknown> {
    if (total > maxBytes) throw refuse({ code: 6000, subcode: 1363023, message: 'The video file is too big' });
    const file = new PiecedFile({ field: '', fileName: '', contentType: 'video/mp4' });
    const ids = { id: this.ids.next(), sessionId: this.ids.next() };
    const video: Video = { ...ids, accountId, total, file, work: null, media: null, problem: null };
    this.videos.set(video.id, video);
    for (const id of this.videos.keys()) {
      if (this.videos.size <= remembered) break;
      this.videos.delete(id);
    }
    return { upload_session_id: video.sessionId, video_id: video.id, ...wanted(video) };
  }

  /** The video of an upload that is not finished. */
  open({ accountId }: AccountCore, sessionId: string | undefined): Video {
    const video = [...this.videos.values()].find((each) => each.sessionId === sessionId);
    if (video?.accountId === accountId && video.work === null) return video;
    throw invalid('Param upload_session_id is no upload session');
  }

  /** Checks a piece against what is wanted next. */
  checkPiece({ file, total }: Video, start: number | undefined, piece: ReceivedFile): void {
    const isWanted = start === file.bytes && piece.bytes === Math.min(pieceBytes, total - file.bytes);
    if (!isWanted) throw refuse({ code: 6000, subcode: 1363033, message: 'The piece is not the one that is wanted' });
  }

  async transfer(video: Video, piece: ReceivedFile): Promise<Record<string, unknown>> {
    await video.file.add(piece);
    return wanted(video);
  }

  checkWhole({ file, total }: Video): void {
    if (file.bytes !== total) throw refuse({ code: 6000, subcode: 1363031, message: 'The upload is not complete' });
  }

  /** The platform begins to work on the video; answers its file, null when that will fail. */
  async finish(video: Video): Promise<SandboxMedia | null> {
    video.work = this.context.beginWork();
    const file = await video.file.end();
    video.problem = problemOf(file);
    video.media = video.problem ? null : asMedia(file);
    return video.media;
  }

  forget(id: string): void {
    this.videos.delete(id);
  }

  find({ accountId }: AccountCore, id: string): Video | undefined {
    const video = this.videos.get(id);
    return video?.accountId === accountId ? video : undefined;
  }
}

function problemOf({ playable, mimeType, seconds }: ReceivedFile): Video['problem'] {
  const isVideo = playable && (mimeType === 'video/mp4' || mimeType === 'video/quicktime');
  if (!isVideo) return { code: 1363024, message: 'The video format is not supported' };
  if ((seconds ?? 0) > maxSeconds) return { code: 1363026, message: 'The video is too long' };
  return null;
}

/** The piece that is wanted next: empty when there is none. */
const wanted = ({ file, total }: Video) => ({
  start_offset: String(file.bytes),
  end_offset: String(Math.min(total, file.bytes + pieceBytes)),
});

/** A video as the platform shows it. */
export function videoEntity(
  { id, accountId, file, total, work, media, problem }: Video,
  description: string | undefined,
) {
  const isUploaded = work !== null;
  const isProcessed = isUploaded && work.isDone();
  const phase = (isDone: boolean, isStarted: boolean) => ({
    status: isDone ? 'complete' : isStarted ? 'in_progress' : 'not_started',
  });
  const outcome = media ? 'ready' : 'error';
  return {
    id,
    description,
    // Without its host, as the platform gives it.
    permalink_url: `/${accountId}/videos/${id}/`,
    published: isUploaded && media !== null,
    status: {
      video_status: isProcessed ? outcome : isUploaded ? 'processing' : 'uploading',
      uploading_phase: phase(isUploaded, file.bytes > 0 || total === 0),
      processing_phase:
        isProcessed && problem ? { status: 'error', errors: [problem] } : phase(isProcessed, isUploaded),
      publishing_phase: phase(isProcessed && media !== null, false),
    },
  };
}
