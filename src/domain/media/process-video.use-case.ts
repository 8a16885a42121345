import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { limitEach } from '../../foundation/concurrency/limit-concurrency.js';
import { isId, newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import { MediaType } from '../posts/state/media-type.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import type { DeleteObjects } from './delete-objects.use-case.js';
import { withFileSource } from './file-source.io.js';
import { type LockedForFile, lockForFile } from './lock-for-file.step.js';
import { type Media, MediaStatus, newMedia, sanitizeFileName, storageKey } from './media.js';
import { insertMedia, updateMedia } from './media.repository.js';
import { MediaRefused } from './media-refused.js';
import type { Probe, Probed } from './probe.js';
import { ALIVE_EVERY_MS, type ProcessingEvent } from './processing-session.js';
import { beginSession, keepSessionAlive, recordProgress } from './processing-session.repository.js';
import { deleteMedia } from './stored-objects.repository.js';
import { openTemporaryFolder } from './temporary-folder.io.js';

/**
 * Videos of an account, its managed users included, that a process receives at a time; others wait, and are not read. What
 * is received counts as stored only at its end, so that an account could otherwise fill the disk of the process.
 */
const RECEIVED_AT_ONCE = 4;

/** A form of process-video [process-video/request] as it was received. */
export interface ReceivedVideo {
  postGroupId: string;
  name: string;
  mimeType: string;
  /** Where the video was written. */
  file: string;
  size: number;
}

/** Returns the id of the session once the video is received; inspecting and storing it continues. */
export type ProcessVideo = (viewer: Viewer, receive: (folder: string) => Promise<ReceivedVideo>) => Promise<string>;

interface Needs {
  db: Db;
  transaction: Transaction;
  plans: Plans;
  clock: () => Date;
  storage: ObjectStorage;
  probe: Probe;
  deleteObjects: DeleteObjects;
  recordChanges: RecordChanges;
  guardSchedule: GuardSchedule;
  noteEdit: NoteEdit;
  /** Where temporary folders are made. */
  temporary: string;
  log: Logger;
}

/**
 * Adds a video to a group: it is received into a temporary folder, inspected and stored. `finish` waits for videos in
 * progress.
 */
export function makeProcessVideo(needs: Needs): { processVideo: ProcessVideo; finish: () => Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const receiveInTurn = limitEach(RECEIVED_AT_ONCE);
  const processVideo: ProcessVideo = (viewer, receive) =>
    new Promise((resolve, reject) => {
      const { userId, ownerId } = viewer;
      const receiveAndStore = async () => {
        await using folder = await openTemporaryFolder(needs.temporary);
        // Rejects a video that exceeds the storage limit before receiving it.
        await needs.transaction(async (tx) =>
          assertStorageRoom(await lockStorageRoom(needs.plans, tx, userId), { bytes: 1, files: 1 }),
        );
        const video = await receiveInTurn(ownerId, () => receive(folder.path));
        if (!isId(video.postGroupId)) throw new AppError('POST_GROUP_NOT_FOUND');
        const groupId = video.postGroupId.toLowerCase();
        const media = newVideo(needs, userId, video);
        const sessionId = await needs.transaction(async (tx) => {
          await lockOwnGroup(needs, tx, { viewer, groupId });
          assertStorageRoom(await lockStorageRoom(needs.plans, tx, userId), { bytes: video.size, files: 1 });
          await insertMedia(tx, media, video.size);
          return beginSession(tx, userId, { stage: 'uploading', percent: 100 }, needs.clock());
        });
        resolve(sessionId);
        await readAndStore(needs, { viewer, sessionId, groupId, media, video });
      };
      const work = receiveAndStore()
        .catch(reject)
        .finally(() => underWay.delete(work));
      underWay.add(work);
    });
  return {
    processVideo,
    async finish() {
      await Promise.all(underWay);
    },
  };
}

interface Received {
  viewer: Viewer;
  sessionId: string;
  groupId: string;
  media: Media;
  video: ReceivedVideo;
}

/** A group of the user's own that takes a file, locked. */
async function lockOwnGroup(
  { guardSchedule, noteEdit }: Needs,
  db: Db,
  { viewer, groupId }: Pick<Received, 'viewer' | 'groupId'>,
): Promise<LockedForFile> {
  const group = await lockForFile(db, viewer, { groupId, guardSchedule, noteEdit });
  if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
  return group;
}

/** Never rejects: failures end the session with an error event. */
async function readAndStore(needs: Needs, received: Received): Promise<void> {
  const { db, clock, transaction, deleteObjects, log } = needs;
  const { sessionId, media, video } = received;
  const record = (event: ProcessingEvent) => recordProgress(db, sessionId, event, { now: clock() });
  const alive = setInterval(
    () =>
      keepSessionAlive(db, sessionId, clock()).catch((error) =>
        log.warn({ err: error, sessionId }, 'The processing session could not be kept alive'),
      ),
    ALIVE_EVERY_MS,
  );
  try {
    await record({ stage: 'probing', percent: 0 });
    const probed = await withFileSource(video.file, (source) =>
      needs.probe({ ...source, userId: media.userId }, video.mimeType),
    );
    if (probed.kind === 'broken') throw new MediaRefused(probed.reason);
    await record({ stage: 'storing', percent: 0 });
    await store(needs, received, probed, record);
  } catch (error) {
    await transaction((tx) => deleteMedia(tx, [media], clock()))
      .then(deleteObjects)
      .catch((cause) => log.error({ err: cause, sessionId }, 'A video that was not attached could not be deleted'));
    const isKnown = error instanceof AppError || error instanceof MediaRefused;
    if (!isKnown) log.error({ err: error, sessionId }, 'Unexpected failure of a video’s processing');
    const sentence = isKnown ? error.message : 'The video could not be processed: try again';
    await record({ stage: 'failed', percent: 0, error: sentence }).catch((cause) =>
      log.error({ err: cause, sessionId }, 'The outcome of a video’s processing could not be recorded'),
    );
  } finally {
    clearInterval(alive);
  }
}

/** The record comes before the object, without a group, so that the maintenance finds what a process that died has left. */
function newVideo({ clock, storage }: Needs, userId: string, { name: given, mimeType }: ReceivedVideo): Media {
  const now = clock();
  const id = newId(now);
  const name = sanitizeFileName(given);
  const fileName = storageKey(MediaType.VIDEO, id, randomBytes(16).toString('hex'), name);
  const urlPure = storage.publicUrl(fileName);
  const upload = { uploadUrl: null, uploadExpiresAt: now };
  return newMedia(
    { id, userId, groupId: '', type: MediaType.VIDEO, name, fileName, urlPure, ...upload, mimeType },
    now,
  );
}

async function store(
  needs: Needs,
  { viewer, sessionId, groupId, media, video }: Received,
  { kind, mimeType, metadata }: Exclude<Probed, { kind: 'broken' }>,
  record: (event: ProcessingEvent) => Promise<boolean>,
): Promise<void> {
  const { transaction, clock, storage, recordChanges, noteEdit } = needs;
  const { id, fileName, urlPure } = media;
  const report = (percent: number) => record({ stage: 'storing', percent });
  await storage.put(fileName, counted(video, report), { contentType: mimeType });
  await transaction(async (tx) => {
    // It may have been scheduled, published or removed meanwhile.
    const group = await lockOwnGroup(needs, tx, { viewer, groupId });
    const type = kind === 'video' ? MediaType.VIDEO : MediaType.IMAGE;
    await updateMedia(tx, id, { groupId, type, status: MediaStatus.READY, mimeType, metadata, updatedAt: clock() });
    const done = { mediaId: id, fileUrl: urlPure, mimeType, metadata };
    const isFirst = await recordProgress(tx, sessionId, { stage: 'done', percent: 100, media: done }, { now: clock() });
    if (!isFirst) throw new Error('The session was marked as failed');
    await recordEditedFiles(tx, recordChanges, group, clock());
    await noteEdit(tx, group.group, viewer);
  });
}

/** The video's bytes, reporting progress in steps of ten percent. */
function counted({ file, size }: ReceivedVideo, report: (percent: number) => Promise<unknown>): Readable {
  async function* chunks() {
    let sent = 0;
    for await (const chunk of createReadStream(file)) {
      yield chunk;
      const before = tenths(sent, size);
      sent += chunk.length;
      if (tenths(sent, size) > before) await report(tenths(sent, size) * 10);
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

const tenths = (sent: number, size: number): number => Math.floor((sent / size) * 10);
