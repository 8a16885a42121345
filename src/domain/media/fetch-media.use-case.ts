import { Readable } from 'node:stream';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { type FetchWeb, WebFailure } from '../../foundation/http-client/web-client.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { HEAD_BYTES, identify } from './file-format.js';
import { lockGroupOf } from './lock-for-file.step.js';
import { type Media, MediaStatus } from './media.js';
import { endReceiving, findMedia, recordArrival, reserveForFetch, settleUpload } from './media.repository.js';
import { type MediaSource, type SourceLimits, withSource } from './media-source.io.js';
import type { ReadMedia } from './read-media.use-case.js';
import { recordInspection } from './record-inspection.step.js';
import { sizeOf } from './stored-object.step.js';
import { MAX_VIDEO_BYTES } from './video-form.io.js';

const LIMITS: SourceLimits = { maxBytes: MAX_VIDEO_BYTES, timeoutMs: 300_000, idleMs: 20_000 };

/** Storage is reserved in steps of so many bytes: few transactions, and little that others miss. */
const RESERVED_AT_ONCE = 16 * 1024 * 1024;

/** Attempts to reach a server that fails or does not respond. */
const ATTEMPTS = 4;

/** An attempt, counted from 1. If the last one fails for any reason, the file is INVALID. */
export interface FetchAttempt {
  number: number;
  isLast: boolean;
  /** Aborts when the worker stops. */
  signal: AbortSignal;
}

/** Rejects when another attempt is to be made; a rejected attempt leaves nothing behind. */
export type FetchMedia = (mediaId: string, attempt: FetchAttempt) => Promise<void>;

interface Needs {
  transaction: Transaction;
  plans: Plans;
  storage: ObjectStorage;
  fetchWeb: FetchWeb;
  readMedia: ReadMedia;
  recordChanges: RecordChanges;
  clock: () => Date;
  limits?: SourceLimits;
}

/**
 * Fetches a file from the address that its owner gave, stores and inspects it: READY, or INVALID with the reason. Can be
 * repeated, however far an attempt came: a file that is stored is only inspected.
 */
export const makeFetchMedia =
  (needs: Needs): FetchMedia =>
  async (mediaId, { number, isLast, signal }) => {
    const { transaction, fetchWeb, readMedia, recordChanges, clock, limits = LIMITS } = needs;
    // A worker that died may have left a reservation.
    const media = await transaction(async (tx) => {
      await endReceiving(tx, mediaId);
      return findMedia(tx, mediaId);
    });
    if (media?.status !== MediaStatus.PENDING_UPLOAD) return;
    try {
      const { uploadUrl: url, type } = media;
      if (url !== null) {
        const at = { url, accept: `${type}/*, image/*;q=0.9, video/*;q=0.9` };
        await withSource({ fetchWeb, limits }, at, signal, (source) => store(needs, media, source));
      }
    } catch (error) {
      const isFinal = error instanceof WebFailure && (!error.isTemporary || number >= ATTEMPTS);
      const reason = error instanceof WebFailure ? error.message : 'the service failed, try again';
      const problem = `The file could not be fetched: ${reason}`;
      const found = { status: MediaStatus.INVALID, problem, storedBytes: 0 };
      const isWanted = await transaction(async (tx) => {
        const group = await lockGroupOf(tx, mediaId);
        if (!(await reserveForFetch(tx, mediaId, 0))) return false;
        if (isFinal || isLast) await recordInspection({ recordChanges, now: clock() }, tx, group, mediaId, found);
        return !isFinal && !isLast;
      });
      if (isWanted) throw error;
      return;
    }
    await readMedia(mediaId);
  };

/** Stores a file as it arrives, if it begins like an image or a video. Its bytes are reserved before they are stored. */
async function store(needs: Needs, media: Media, { announced, received, next }: MediaSource): Promise<void> {
  const { transaction, storage, clock } = needs;
  const { id, userId, fileName } = media;
  let reserved = 0;
  let failure: unknown;
  /** At least so many bytes, and as many as are wanted if there is room. */
  const reserve = async (bytes: number, wanted = bytes) => {
    reserved = await transaction(async (tx) => {
      const room = await lockStorageRoom(needs.plans, tx, userId);
      assertStorageRoom(room, { bytes: bytes - reserved, files: 0 });
      const reservation = Math.min(wanted, reserved + room.bytes);
      if (!(await reserveForFetch(tx, id, reservation))) throw new Error('The file is not wanted any more');
      return reservation;
    }).catch((error) => {
      throw error instanceof AppError ? new WebFailure(error.message) : error;
    });
  };

  const head: Uint8Array[] = [];
  while (received() < HEAD_BYTES) {
    const chunk = await next();
    if (!chunk) break;
    head.push(chunk);
  }
  const contentType = contentTypeOf(Buffer.concat(head));
  await reserve(Math.max(announced ?? 0, received()));
  async function* content() {
    try {
      yield* head;
      for (let chunk = await next(); chunk; chunk = await next()) {
        if (received() > reserved) await reserve(received(), received() + RESERVED_AT_ONCE);
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  // Another worker may have stored the file, or its owner removed it, while these bytes arrived.
  const place = (move: () => Promise<void>) =>
    transaction(async (tx) => {
      if (!(await reserveForFetch(tx, id, reserved))) throw new Error('The file is not wanted any more');
      await move();
      await settleUpload(tx, id, { reserved, stored: (await sizeOf(storage, fileName)) ?? 0 });
      await recordArrival(tx, id, clock());
    });
  const body = Readable.from(content(), { objectMode: false });
  await storage.put(fileName, body, { contentType, place }).catch((error) => {
    throw failure ?? error;
  });
}

/** What the first bytes say. What is no image or video is not read further. */
function contentTypeOf(head: Buffer): string {
  if (head.length === 0) throw new WebFailure('it is empty');
  const identity = identify(head.subarray(0, HEAD_BYTES), '');
  if ('problem' in identity) throw new WebFailure(identity.problem.replace(/^The file/, 'it'));
  return identity.format.types[0];
}
