import type { PgBoss } from 'pg-boss';
import { UPLOAD_ENDS_AFTER_SECONDS } from '../src/domain/media/media.js';
import type { MediaQueue } from '../src/domain/media/media-queue.port.js';
import { bossDatabase } from './boss.js';
import { type JobTraces, NO_JOB_TRACES } from './job-traces.js';
import { FETCH_QUEUE, type FetchJobData, MEDIA_QUEUE, type MediaJobData } from './queues.js';

/** An upload takes a moment, so the first check is delayed. */
const FIRST_LOOK_SECONDS = 5;

/** Media jobs in pg-boss. */
export const makeMediaQueue = (boss: PgBoss, traces: JobTraces = NO_JOB_TRACES): MediaQueue => ({
  async enqueueProbe(db, mediaId) {
    const data = { mediaId, last: false } satisfies MediaJobData;
    await boss.send(MEDIA_QUEUE, data, { db: bossDatabase(db), startAfter: FIRST_LOOK_SECONDS });
  },
  async enqueueLastProbe(db, mediaId) {
    const data = { mediaId, last: true } satisfies MediaJobData;
    await boss.send(MEDIA_QUEUE, data, { db: bossDatabase(db), startAfter: UPLOAD_ENDS_AFTER_SECONDS });
  },
  async enqueueFetch(db, mediaId, ownerId) {
    const trace = traces.create(FETCH_QUEUE, { about: [mediaId], dueAt: null });
    const data = { mediaId, ...trace } satisfies FetchJobData;
    await boss.send(FETCH_QUEUE, data, { db: bossDatabase(db), group: { id: ownerId } });
  },
});
