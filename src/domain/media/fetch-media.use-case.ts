import { Readable } from 'node:stream';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { AddressRefused } from '../../foundation/http-client/address-guard.js';
import { type FetchWeb, WebFailure } from '../../foundation/http-client/web-client.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.use-case.js';
import type { DeleteObjects } from './delete-media.use-case.js';
import { HEAD_BYTES, identify } from './file-format.js';
import { type Media, MediaStatus, MediaType } from './media.js';
import {
  endReceiving,
  findMedia,
  recordArrival,
  reserveForFetch,
  settleUpload,
  updateMedia,
} from './media.repository.js';
import { type ReadMedia, sizeOf } from './read-media.use-case.js';
import { MAX_VIDEO_BYTES } from './video-form.js';

/** What a source may take of a worker. */
export interface FetchLimits {
  maxBytes: number;
  /** The time for the whole file, in milliseconds. */
  timeoutMs: number;
  /** How long nothing may arrive, in milliseconds. */
  idleMs: number;
}

const LIMITS: FetchLimits = { maxBytes: MAX_VIDEO_BYTES, timeoutMs: 300_000, idleMs: 20_000 };

/** Storage is reserved in steps of so many bytes: few transactions, and little that others miss. */
const RESERVED_AT_ONCE = 16 * 1024 * 1024;

/** Why a file was not stored: completes "The file could not be fetched: …". */
class FetchFailure extends Error {
  constructor(
    message: string,
    readonly isTemporary = false,
  ) {
    super(message);
  }
}

/** The file was removed, or another worker has stored it. */
class NotWanted extends Error {}

/** Attempts to reach a server that fails or does not answer. */
const ATTEMPTS = 4;

/** An attempt, counted from 1. After the last one the file is INVALID, whatever has failed. */
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
  storage: ObjectStorage;
  fetchWeb: FetchWeb;
  readMedia: ReadMedia;
  deleteObjects: DeleteObjects;
  clock: () => Date;
  limits?: FetchLimits;
}

/**
 * Fetches a file from the address that its owner gave, stores and inspects it: READY, or INVALID with the reason. Can be
 * repeated, however far an attempt came: a file that is stored is only inspected.
 */
export const makeFetchMedia =
  (needs: Needs): FetchMedia =>
  async (mediaId, { number, isLast, signal }) => {
    const { transaction, readMedia, clock } = needs;
    // A worker that died may have left a reservation.
    const media = await transaction(async (tx) => {
      await endReceiving(tx, mediaId);
      return findMedia(tx, mediaId);
    });
    if (media?.status !== MediaStatus.PENDING_UPLOAD) return;
    try {
      if (media.uploadUrl !== null) await store(needs, media, media.uploadUrl, signal);
    } catch (error) {
      await transaction((tx) => endReceiving(tx, mediaId));
      if (error instanceof NotWanted) return;
      const isFinal = error instanceof FetchFailure && (!error.isTemporary || number >= ATTEMPTS);
      if (!isFinal && !isLast) throw error;
      const reason = error instanceof FetchFailure ? error.message : 'the service failed, try again';
      const problem = `The file could not be fetched: ${reason}`;
      const changes = { status: MediaStatus.INVALID, problem, uploadUrl: null, updatedAt: clock() };
      return transaction((tx) => updateMedia(tx, mediaId, changes));
    }
    await readMedia(mediaId);
  };

async function store(needs: Needs, media: Media, source: string, stopping: AbortSignal): Promise<void> {
  const { transaction, storage, deleteObjects, clock, limits = LIMITS } = needs;
  const { id, fileName, type } = media;
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, stopping]);
  const abort = (reason: string, isTemporary = false) => end.abort(new FetchFailure(reason, isTemporary));
  const deadline = setTimeout(() => abort(`it took longer than ${seconds(limits.timeoutMs)}`), limits.timeoutMs);
  /** What comes of the source, if it comes in time. */
  const awaited = async <T>(coming: () => Promise<T>): Promise<T> => {
    const idle = setTimeout(() => abort(`nothing arrived for ${seconds(limits.idleMs)}`, true), limits.idleMs);
    try {
      return await coming();
    } catch (error) {
      if (stopping.aborted) throw new Error('The worker is stopping', { cause: error });
      throw failureOf(end.signal.aborted ? end.signal.reason : error);
    } finally {
      clearTimeout(idle);
    }
  };

  let reserved = 0;
  let failure: unknown;
  /** At least so many bytes, and as many as are wanted if there is room. */
  const reserve = async (bytes: number, wanted = bytes) => {
    reserved = await transaction(async (tx) => {
      const room = await lockStorageRoom(tx, media.userId);
      assertStorageRoom(room, { bytes: bytes - reserved, files: 0 });
      const reservation = Math.min(wanted, reserved + room.bytes);
      if (!(await reserveForFetch(tx, id, reservation))) throw new NotWanted();
      return reservation;
    }).catch(refused);
  };

  try {
    const { body, bytes: announced } = await awaited(() => needs.fetchWeb(source, `${type}/*`, signal));
    if (announced !== null && announced > limits.maxBytes) throw tooLarge(limits);
    const chunks = body[Symbol.asyncIterator]();
    const head: Uint8Array[] = [];
    let received = 0;
    const next = async (): Promise<Uint8Array | undefined> => {
      const { value: chunk, done } = await awaited(() => chunks.next());
      if (done) return undefined;
      received += chunk.length;
      if (received > limits.maxBytes) throw tooLarge(limits);
      return chunk;
    };
    while (received < HEAD_BYTES) {
      const chunk = await next();
      if (!chunk) break;
      head.push(chunk);
    }
    const contentType = contentTypeOf(Buffer.concat(head), type);
    await reserve(Math.max(announced ?? 0, received));
    const content = async function* () {
      try {
        yield* head;
        for (let chunk = await next(); chunk; chunk = await next()) {
          if (received > reserved) await reserve(received, received + RESERVED_AT_ONCE);
          yield chunk;
        }
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    await storage.put(fileName, Readable.from(content(), { objectMode: false }), { contentType });
    const isThere = await transaction(async (tx) => {
      if (!(await settleUpload(tx, id, reserved, () => sizeOf(storage, fileName)))) return false;
      await recordArrival(tx, id, clock());
      return true;
    });
    if (!isThere) await deleteObjects([fileName]);
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearTimeout(deadline);
    // Ends the connection of a file that is not wanted any more.
    end.abort();
  }
}

/** What the first bytes say. What is no image or video is not read further. */
function contentTypeOf(head: Buffer, type: MediaType): string {
  if (head.length === 0) throw new FetchFailure('it is empty');
  const identity = identify(head.subarray(0, HEAD_BYTES), '');
  if ('problem' in identity) throw new FetchFailure(lowerFirst(identity.problem));
  const { kind, is, types } = identity.format;
  if (kind !== type) throw new FetchFailure(`it is ${is}, not ${type === MediaType.IMAGE ? 'an image' : 'a video'}`);
  return types[0];
}

const lowerFirst = (sentence: string): string => sentence.replace(/^The file/, 'it');

/** A storage limit is final; whatever else fails here is a failure of the service. */
function refused(error: unknown): never {
  if (error instanceof AppError) throw new FetchFailure(error.message);
  throw error;
}

/** Why nothing arrives, with the system's code; messages and codes of libraries are not shown. */
function failureOf(error: unknown): Error {
  if (error instanceof FetchFailure) return error;
  if (error instanceof WebFailure) return new FetchFailure(error.message, error.isTemporary);
  const { cause = error } = error as Error;
  if (cause instanceof AddressRefused) return new FetchFailure(cause.message);
  const { code } = cause as { code?: unknown };
  return new FetchFailure(
    `the connection failed${typeof code === 'string' && /^E[A-Z]+$/.test(code) ? ` (${code})` : ''}`,
    true,
  );
}

const tooLarge = ({ maxBytes }: FetchLimits) =>
  new FetchFailure(`it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);

const seconds = (milliseconds: number): string => `${milliseconds / 1000} seconds`;
