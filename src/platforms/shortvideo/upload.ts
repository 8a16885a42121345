/**
 * Sends a video to the platform in pieces, each in a separate request, and noted before the next one is sent. The last
 * piece posts the video, so its arrival can be queried.
 */
import { z } from 'zod';
import { uploadMs } from '../../foundation/http-client/http-body.js';
import type { Step } from '../port/platform.js';
import type { SourceInfo } from './client.js';

/**
 * Of every piece but the last, which takes the rest: the platform requires 5 to 64 MB, and up to 128 MB there. Both
 * readings of a megabyte allow it.
 */
const PIECE_BYTES = 10_000_000;

export const uploadSchema = z.object({
  stage: z.literal('upload'),
  publishId: z.string(),
  uploadUrl: z.url(),
  /** For the address of the post. */
  username: z.string(),
  /** Whether everybody may see the post, so that it gets a public id. */
  isPublic: z.boolean(),
  total: z.int(),
  /** Bytes that the platform has. */
  sent: z.int(),
  /** The next piece was sent once, and its response was lost. */
  resumed: z.boolean(),
});
export type Upload = z.infer<typeof uploadSchema>;

const pieceBytes = (total: number): number => (total < 2 * PIECE_BYTES ? total : PIECE_BYTES);

/** How an upload of so many bytes is announced. */
export function announce(total: number): SourceInfo {
  const chunk_size = pieceBytes(total);
  return { source: 'FILE_UPLOAD', video_size: total, chunk_size, total_chunk_count: Math.floor(total / chunk_size) };
}

/** The piece that is next. */
export function nextPiece({ sent, total }: Upload): { start: number; end: number } {
  const end = sent + pieceBytes(total);
  return { start: sent, end: total - end < pieceBytes(total) ? total : end };
}

/** Whether a piece starts there. */
export const isBoundary = ({ total }: Upload, byte: number): boolean =>
  byte % pieceBytes(total) === 0 && total - byte >= pieceBytes(total);

/** The step after which the next piece is sent. */
export function readyToSend(upload: Upload): Step {
  const { start, end } = nextPiece(upload);
  return { kind: 'ready', state: upload, withinMs: uploadMs(end - start) };
}
