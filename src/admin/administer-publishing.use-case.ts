import { recordAudit } from '../domain/audit/audit.repository.js';
import { dueBacklog } from '../domain/posts/state/post-group.repository.js';
import type { RestoredPosts } from '../domain/publishing/after-restore.use-case.js';
import { readPause } from '../domain/publishing/publishing-pause.repository.js';
import { readDatabaseTime } from '../foundation/database/database-clock.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';
import type { ResetTransactions } from './reset-transactions.repository.js';
import type { SwitchPublishing } from './switch-publishing.use-case.js';

/** What `after-restore` did, or would do. */
export interface AfterRestore {
  /** Platform posts that were due, without the parts of threads that follow them. */
  due: number;
  /** Null for a dry run. */
  posts: RestoredPosts | null;
  /** Jobs that were active in the backup and are queued again. */
  jobs: number;
  /** Rows that named transactions of another cluster. */
  reset: ResetTransactions;
  /** Addresses of accounts that another pod has, and that are deactivated here; null for a dry run. */
  movedAway: string[] | null;
}

/** The operator's actions on publishing as a whole. */
export interface AdministerPublishing extends SwitchPublishing {
  /**
   * Repairs a database that was restored from a backup: nothing that was due at that time or before is published by
   * itself, and nothing of an account that has moved to another pod since. Again: nothing is left to do. AdminError while
   * workers run and publishing is not paused.
   */
  afterRestore(at: Date, options: { dryRun: boolean }): Promise<AfterRestore>;
}

/** The steps of `after-restore`; each may be repeated. */
export interface RestoreSteps {
  resetTransactions: () => Promise<ResetTransactions>;
  releaseActiveJobs: (at: Date) => Promise<number>;
  endPostsOfBackup: (at: Date) => Promise<RestoredPosts>;
  /** Entries of feeds that may have become posts since become drafts. */
  noteRestoreOfFeeds: (at: Date) => Promise<unknown>;
}

export function makeAdministerPublishing(needs: {
  db: Db;
  switchPublishing: SwitchPublishing;
  areWorkersRunning: () => Promise<boolean>;
  activeJobs: (at: Date) => Promise<number>;
  foreignTransactions: () => Promise<ResetTransactions>;
  /** Addresses of accounts here that the directory gives to another pod. */
  accountsElsewhere: () => Promise<string[]>;
  deactivate: (email: string) => Promise<unknown>;
  /** Opens what the steps need, which other commands do without. */
  withRestoreSteps: <T>(work: (steps: RestoreSteps) => Promise<T>) => Promise<T>;
}): AdministerPublishing {
  const { db, areWorkersRunning } = needs;
  return {
    ...needs.switchPublishing,
    async afterRestore(at, { dryRun }) {
      if (at > (await readDatabaseTime(db))) throw new AdminError('The time of the restore must not be in the future.');
      const { count: due } = await dueBacklog(db, at);
      if (dryRun) {
        const [jobs, reset] = [await needs.activeJobs(at), await needs.foreignTransactions()];
        return { due, posts: null, jobs, reset, movedAway: null };
      }
      if ((await areWorkersRunning()) && !(await readPause(db))) {
        throw new AdminError('Workers are running: stop them, or run npm run admin -- pause first.');
      }
      // Its steps are many transactions: it is recorded as it begins.
      await recordAudit(db, null, { action: 'backup_repaired', details: { at: at.toISOString() } });
      const movedAway = await needs.accountsElsewhere();
      for (const email of movedAway) await needs.deactivate(email);
      return needs.withRestoreSteps(async (steps) => {
        const reset = await steps.resetTransactions();
        await steps.noteRestoreOfFeeds(at);
        const posts = await steps.endPostsOfBackup(at);
        return { due, posts, jobs: await steps.releaseActiveJobs(at), reset, movedAway };
      });
    },
  };
}
