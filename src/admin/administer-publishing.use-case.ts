import { dueCount } from '../domain/posts/post-group.repository.js';
import { deletePause, readPause, storePause } from '../domain/publishing/publishing-pause.repository.js';
import type { Db } from '../foundation/database/unit-of-work.js';

/** Whether the installation publishes. */
export interface PublishingStatus {
  /** Since when it is paused by `admin pause`; null when it is not. */
  pausedSince: Date | null;
  /** Whether PUBLISH_PAUSED is set in the environment of the command; that of a running worker may differ. */
  pausedByConfiguration: boolean;
  workersRunning: boolean;
  /** Platform posts whose time has come and that are not published yet. */
  duePosts: number;
}

/** The operator's actions on publishing as a whole. */
export interface AdministerPublishing {
  /** Begins no more attempts, in every worker; again: no change. */
  pause(): Promise<PublishingStatus>;
  /** Publishes what is due; again: no change. */
  resume(): Promise<PublishingStatus>;
  status(): Promise<PublishingStatus>;
}

export function makeAdministerPublishing(needs: {
  db: Db;
  pausedByConfiguration: boolean;
  areWorkersRunning: () => Promise<boolean>;
}): AdministerPublishing {
  const { db, pausedByConfiguration, areWorkersRunning } = needs;
  const status = async (): Promise<PublishingStatus> => ({
    pausedSince: await readPause(db),
    pausedByConfiguration,
    workersRunning: await areWorkersRunning(),
    duePosts: await dueCount(db),
  });
  return {
    status,
    async pause() {
      await storePause(db);
      return status();
    },
    async resume() {
      await deletePause(db);
      return status();
    },
  };
}
