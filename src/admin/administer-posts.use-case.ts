import { recordAudit } from '../domain/audit/audit.repository.js';
import { ChangeSet } from '../domain/posts/state/change-set.js';
import { isAwaitingPredecessor, type PlatformPost } from '../domain/posts/state/platform-post.js';
import type { GroupWithPosts, PostChange } from '../domain/posts/state/post-change.js';
import { lockPostGroup, postsOfGroups } from '../domain/posts/state/post-group.repository.js';
import { failedTargets } from '../domain/posts/state/post-rules.js';
import type { RecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { retryTarget } from '../domain/posts/state/retry-posts.js';
import { failedForGood } from '../domain/publishing/attempt-changes.js';
import { readPause } from '../domain/publishing/publishing-pause.repository.js';
import { readDatabaseTime } from '../foundation/database/database-clock.js';
import { type ServiceProcess, workersOf } from '../foundation/database/processes.repository.js';
import { atOneMoment, type Db, type Transaction } from '../foundation/database/unit-of-work.js';
import type { PostJob } from '../foundation/job-state.js';
import type { Failure } from '../platforms/port/failure.js';
import { AdminError } from './admin-error.js';
import { type BulkOptions, tooMany } from './bulk.js';
import { findAccount } from './find-account.step.js';
import { nextStep } from './next-step.js';
import {
  factsOfGroup,
  type GroupFacts,
  groupsOf,
  type ListedPost,
  listPosts,
  matchingGroups,
  matchingPosts,
  type PostFilter,
  postsWithOpenAttempt,
} from './posts.repository.js';

/** Which posts the operator means; `user`: e-mail address or id. */
export type PostQuery = Omit<PostFilter, 'userId'> & { user: string | null };

/** Which posts a change of many is about: without all of these, it is refused. */
export type BulkQuery = Omit<PostQuery, 'status' | 'text' | 'isLate'>;

/** Everything that is stored about a group, and what happens next. */
export interface PostReport extends Omit<GroupFacts, 'attempts' | 'deliveries'> {
  posts: (PlatformPost & {
    next: string;
    job: PostJob | null;
    attempts: GroupFacts['attempts'];
    deliveries: GroupFacts['deliveries'];
  })[];
}

/** What a command over many posts did, or would do. */
export interface ChangedPosts {
  /** Platform posts, with the parts of threads that go with them. */
  changed: number;
  /** Left unchanged because they may be live: their owners decide. */
  mayBeLive: number;
  isDryRun: boolean;
}

/** The operator's view of posts, and actions on many of them. */
export interface AdministerPosts {
  list(
    query: PostQuery,
    page: { after: string | null; limit: number },
  ): Promise<{ posts: ListedPost[]; next: string | null }>;
  /** `reference`: id of a group or of a platform post, or the post's id or address at its platform. */
  show(reference: string): Promise<PostReport>;
  /** Publishes failed posts again, each with a full number of attempts; never one that may be live. */
  retry(query: BulkQuery, options: BulkOptions): Promise<ChangedPosts>;
  /** Ends waiting posts as failed, with the reason in the message that their owners read; none that may be live. */
  fail(query: BulkQuery, options: BulkOptions & { reason: string }): Promise<ChangedPosts>;
}

/** Groups that are found by one statement. */
const GROUPS_AT_ONCE = 500;

/** What a bulk command changes about a group that it has locked. */
interface Plan {
  changes: PostChange[];
  mayBeLive: number;
}

export function makeAdministerPosts(needs: {
  db: Db;
  transaction: Transaction;
  publishJobs: (db: Db, ids: readonly string[]) => Promise<PostJob[]>;
  listProcesses: () => Promise<ServiceProcess[]>;
  /** Opens the job engine, which the other commands do without. */
  withRecordChanges: <T>(work: (recordChanges: RecordChanges) => Promise<T>) => Promise<T>;
}): AdministerPosts {
  const { db, transaction } = needs;

  const filterOf = async ({ user, ...filter }: PostQuery): Promise<PostFilter> => ({
    ...filter,
    userId: user === null ? null : (await findAccount(db, user)).id,
  });

  /** @throws AdminError without any condition: a slip must not change all posts. Also if more groups match than may. */
  async function bulk(conditions: BulkQuery, most?: number): Promise<PostFilter> {
    if (Object.values(conditions).every((condition) => condition === null)) {
      throw new AdminError('Specify at least one of account, platform, code and time.');
    }
    const filter = await filterOf({ ...conditions, status: null, text: null, isLate: false });
    if (most !== undefined && (await matchingGroups(db, filter, { after: null, limit: most + 1 })).length > most)
      throw tooMany('posts', most);
    return filter;
  }

  async function changeMatching(
    filter: PostFilter,
    isDryRun: boolean,
    plan: (tx: Db, posts: readonly PlatformPost[], matching: ReadonlySet<string>, now: Date) => Promise<Plan>,
  ): Promise<ChangedPosts> {
    const result: ChangedPosts = { changed: 0, mayBeLive: 0, isDryRun };
    const planGroup = async (tx: Db, groupId: string, now: Date) => {
      const posts = await postsOfGroups(tx, [groupId]);
      const { changes, mayBeLive } = await plan(tx, posts, await matchingPosts(tx, filter, groupId), now);
      result.changed += changes.length;
      result.mayBeLive += mayBeLive;
      return { posts, changes };
    };
    /** Its owner may have changed it since it was found: it is compared with the conditions again, under its lock. */
    const changeGroup = async (tx: Db, groupId: string, record: RecordChanges) => {
      const group = await lockPostGroup(tx, groupId);
      if (!group) return;
      const now = await readDatabaseTime(tx);
      const { posts, changes } = await planGroup(tx, groupId, now);
      if (changes.length === 0) return;
      const target: GroupWithPosts = { group, posts };
      const set = new ChangeSet();
      set.change(target, { posts: changes });
      await record(tx, set, now);
    };
    const changeAll = async (record?: RecordChanges) => {
      const now = await readDatabaseTime(db);
      for (let after: string | null = null; ; ) {
        const groups: string[] = await matchingGroups(db, filter, { after, limit: GROUPS_AT_ONCE });
        for (const groupId of groups) {
          // A dry run takes no lock, for which a worker would wait.
          if (record) await transaction((tx) => changeGroup(tx, groupId, record));
          else await planGroup(db, groupId, now);
        }
        if (groups.length < GROUPS_AT_ONCE) return;
        after = groups.at(-1) ?? null;
      }
    };
    await (isDryRun ? changeAll() : needs.withRecordChanges(changeAll));
    return result;
  }

  return {
    list: async (query, page) => listPosts(db, await filterOf(query), page),
    async show(reference) {
      const [groupId, ...others] = await groupsOf(db, reference);
      if (!groupId) throw new AdminError(`There is no post ${reference}.`);
      if (others.length > 0) {
        throw new AdminError(`${reference} is a post of several groups: ${[groupId, ...others].join(', ')}. Name one.`);
      }
      const workers = workersOf(await needs.listProcesses());
      return atOneMoment(db, async (tx) => {
        const facts = await factsOfGroup(tx, groupId);
        if (!facts) throw new AdminError(`There is no post ${reference}.`);
        const { attempts, deliveries, ...group } = facts;
        const posts = await postsOfGroups(tx, [groupId]);
        const jobs = await needs.publishJobs(
          tx,
          posts.flatMap(({ jobId }) => jobId ?? []),
        );
        const [pausedSince, now] = [await readPause(tx), await readDatabaseTime(tx)];
        const shown = posts.map((post) => {
          const job = jobs.find(({ id }) => id === post.jobId) ?? null;
          return {
            ...post,
            next: nextStep(post, { job, pausedSince, workers, now }),
            job,
            attempts: attempts.filter(({ postId }) => postId === post.id),
            deliveries: deliveries.filter(({ subject }) => subject === post.id),
          };
        });
        return { ...group, posts: shown };
      });
    },
    async retry(query, { isDryRun, most }) {
      const filter = await bulk(query, most);
      if (!isDryRun) await recordAudit(db, null, { action: 'posts_retried', details: detailsOf(query) });
      return changeMatching(filter, isDryRun, async (_, posts, matching, now) => {
        const targets = [...failedTargets(posts).values()].filter(({ first, laterParts }) =>
          [first, ...laterParts].some(({ id }) => matching.has(id)),
        );
        const certain = targets.filter(({ isUnknown }) => !isUnknown);
        return {
          changes: certain.flatMap((target) => retryTarget(target, now)),
          mayBeLive: targets.length - certain.length,
        };
      });
    },
    async fail(query, { reason, isDryRun, most }) {
      const filter = await bulk(query, most);
      if (!isDryRun) {
        await recordAudit(db, null, { action: 'posts_failed', details: { ...detailsOf(query), reason } });
      }
      return changeMatching(filter, isDryRun, async (tx, posts, matching, now) => {
        const waiting = posts.filter(({ id, dueAt }) => matching.has(id) && dueAt !== null);
        const open = await postsWithOpenAttempt(
          tx,
          waiting.map(({ id }) => id),
        );
        const certain = waiting.filter(({ id }) => !open.has(id));
        return {
          changes: certain.flatMap((post) =>
            failedForGood(post, stopped(reason), null, posts.filter(follows(post)), now),
          ),
          mayBeLive: waiting.length - certain.length,
        };
      });
    },
  };
}

const follows =
  ({ targetIndex, partIndex }: PlatformPost) =>
  (other: PlatformPost): boolean =>
    other.targetIndex === targetIndex && other.partIndex > partIndex && isAwaitingPredecessor(other);

const stopped = (reason: string): Failure => ({
  code: 'SCHEDULE_MISSED',
  message: `The operator of this service stopped this post: ${reason}`,
  outcome: 'rejected',
  platformError: null,
});

/** The conditions of a bulk command, for the audit log: without text, which is content. */
const detailsOf = ({ user, platform, code, since, until }: BulkQuery) => ({
  ...(user !== null && { user }),
  ...(platform !== null && { platform }),
  ...(code !== null && { code }),
  ...(since && { since: since.toISOString() }),
  ...(until && { until: until.toISOString() }),
});
