import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { GONE_AFTER_MS, type ProcessingEvent, type ProcessingSession } from './processing-session.js';
import { findSession, recordProgress } from './processing-session.repository.js';

/** Polling interval while there are listeners. */
const LOOK_EVERY_MS = 300;

/** Events of a session, numbered. */
export type NumberedEvents = AsyncIterable<ProcessingEvent & { number: number }>;

/** The events of a user's session after a number, until its end; null if it has ended and there are no more. */
export type FollowProcessing = (
  viewer: Viewer,
  sessionId: string,
  options: { after: number; signal: AbortSignal },
) => Promise<NumberedEvents | null>;

export const makeFollowProcessing = ({ db, clock }: { db: Db; clock: () => Date }): FollowProcessing => {
  /** A session whose process is gone has failed: it is not resumed. */
  async function read(viewer: Viewer, id: string): Promise<ProcessingSession> {
    const session = /^\d{1,20}$/.test(id) ? await findSession(db, viewer.userId, id) : null;
    if (!session) throw new AppError('MEDIA_NOT_FOUND');
    const now = clock();
    const aliveBefore = new Date(now.getTime() - GONE_AFTER_MS);
    if (session.ended || session.aliveAt >= aliveBefore) return session;
    const error = 'The video could not be processed completely: upload it again';
    await recordProgress(db, id, { stage: 'failed', percent: 0, error }, { now, aliveBefore });
    return read(viewer, id);
  }

  async function* follow(viewer: Viewer, first: ProcessingSession, after: number, signal: AbortSignal) {
    let session = first;
    for (let sent = after; ; session = await read(viewer, first.id)) {
      for (; sent < session.events.length; sent += 1) {
        const event = session.events[sent];
        if (event) yield { ...event, number: sent + 1 };
      }
      if (session.ended) return;
      await setTimeout(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  return async (viewer, sessionId, { after, signal }) => {
    const session = await read(viewer, sessionId);
    return session.ended && after >= session.events.length ? null : follow(viewer, session, after, signal);
  };
};
