import type { LeasedJob } from '../../../foundation/leased-job.js';
import type { QuotaUse } from '../../plans/limits.js';
import type { WebhookEvent } from '../../webhooks/webhook-event.js';
import { type GroupEvents, type LiveEventPayload, LiveEventType, type LivePost } from './live-event.js';
import {
  isPart,
  type NewPlatformPost,
  type PlatformPost,
  type PlatformPostStatus,
  transition,
} from './platform-post.js';
import type { AttemptWrite, GroupChange, GroupWithPosts, OwnText, PostChange } from './post-change.js';
import { type NewPostGroup, type PostGroupStatus, ProcessingStatus, processingStatus, rollup } from './post-group.js';
import { livePost } from './post-live.js';
import { type NewLogEntry, PostLogEvent, scheduledEntry } from './post-log.js';
import { commentEvent, postEvent } from './post-webhook-event.js';
import { type PublishJob, publishJob } from './publish-job.js';

/**
 * Changes of posts, in the order in which they happen, and all that they mean for rows, jobs, log, live events and
 * webhooks. Nothing is stored here: `recordChanges` writes the set in one transaction, a handful of statements however
 * many posts it has.
 */
export class ChangeSet {
  readonly newGroups: NewPostGroup[] = [];
  readonly newPosts: NewPlatformPost[] = [];
  readonly entries: (NewLogEntry & { groupId: string })[] = [];
  readonly attempts: (AttemptWrite & { postId: string })[] = [];
  /** Posts as they were when they ended. */
  readonly outcomes: PlatformPost[] = [];
  /** First comments as they were when they ended. */
  readonly commentOutcomes: PlatformPost[] = [];
  readonly webhookEvents: WebhookEvent[] = [];
  readonly newJobs: PublishJob[] = [];
  readonly endedJobs: LeasedJob[] = [];
  readonly removedGroupIds: string[] = [];
  readonly removedPostIds: string[] = [];
  /** Usage of the plan's quotas that is counted with the changes. */
  quota: { of: QuotaUse; change: 1 | -1 } | null = null;
  private readonly changedPosts = new Map<string, PlatformPost & OwnText>();
  private readonly groupEvents = new Map<string, GroupEvents>();
  private readonly replacedJobIds: string[] = [];
  private readonly indexed = new Map<GroupWithPosts, IndexedPosts>();

  constructor(events: readonly GroupEvents[] = []) {
    for (const change of events) this.addEvents(change);
  }

  /** Posts as they are in the end. */
  get posts(): (PlatformPost & OwnText)[] {
    return [...this.changedPosts.values()];
  }

  /** The events of each group, and the statuses that it has in the end. */
  get events(): GroupEvents[] {
    return [...this.groupEvents.values()];
  }

  /** Jobs that have nothing to do any more; those that a worker ends are ended. */
  get removedJobIds(): string[] {
    const ended = new Set(this.endedJobs.map(({ id }) => id));
    return this.replacedJobIds.filter((id) => !ended.has(id));
  }

  /** A new group, with one post per target. */
  create(group: NewPostGroup, posts: readonly NewPlatformPost[]): void {
    const { id, status: groupStatus, processingStatus } = group;
    const state = { groupStatus, processingStatus };
    this.newGroups.push(group);
    const { queued, due } = this.addPosts(id, posts);
    this.addEvents({
      groupId: id,
      events: [
        { type: LiveEventType.CREATED, ...state },
        ...queued.map((post) => ({ type: LiveEventType.QUEUED, ...state, post })),
      ],
      due,
    });
  }

  /** Posts of a group change; `target` is up to date afterwards. */
  change(target: GroupWithPosts, groupChange: GroupChange): void {
    const { status: wanted = target.group.status, posts: changes, newPosts = [], edited = false } = groupChange;
    const timing = 'scheduledTime' in groupChange && { scheduledTime: groupChange.scheduledTime };
    const { group } = target;
    const posts = this.postsOf(target);
    const changed = changes.map((change) => ({ ...change, ...this.changePost(posts.get(change.post.id), change) }));
    const newParts = changes.flatMap((change) => change.newParts ?? []);
    for (const { post } of changed) posts.replace(post);
    for (const post of [...newParts, ...newPosts]) posts.add(post);

    const statuses = posts.statuses();
    // First comments are no steps of their groups.
    const steps = changes.filter(({ event, post }) => event !== undefined && isPart(post));
    const result = rollup(statuses);
    const isBegun =
      groupChange.status === undefined && (group.processingStatus !== ProcessingStatus.PENDING || steps.length > 0);
    const state = { groupStatus: result ?? wanted, processingStatus: processingStatus(statuses, isBegun) };
    target.group = { ...group, status: state.groupStatus, processingStatus: state.processingStatus };

    this.addEntries(group.id, statusChange(group.status, wanted));
    for (const { post, log = [] } of changed) {
      this.addEntries(
        group.id,
        log.map((entry) => ({ postId: post.id, platform: post.platform, ...entry, ...ofComment(post, entry) })),
      );
    }
    this.addEntries(group.id, statusChange(wanted, state.groupStatus));
    const added = this.addPosts(group.id, newPosts);
    const events = changed
      .filter(isOfPart)
      .flatMap(({ post, liveEvents = [] }): LiveEventPayload[] =>
        liveEvents.map(({ type, ...more }) => ({ type, ...state, post: { ...livePost(post), ...more } })),
      );
    const created = [...newParts, ...newPosts].filter(isPart).map(livePost);
    events.push(...created.map((post) => ({ type: LiveEventType.CREATED, ...state, post })));
    events.push(...added.queued.map((post) => ({ type: LiveEventType.QUEUED, ...state, post })));
    if (edited) events.push({ type: LiveEventType.EDITED, ...state });
    if (changed.some((change) => !isOfPart(change) && change.liveEvents?.length)) {
      events.push({ type: LiveEventType.ANNOTATED, ...state });
    }
    if (result !== undefined && steps.length > 0) events.push({ type: LiveEventType.GROUP_FINISHED, ...state });
    const due = [...dueTimes(changed.flatMap(({ jobs }) => jobs)), ...added.due];
    const { groupStatus, processingStatus: processing } = state;
    this.addEvents({ groupId: group.id, events, due, status: groupStatus, processingStatus: processing, ...timing });
  }

  /** Something of a group was edited that no post's job depends on; it and its posts stay as they are. */
  edit(
    { id, status: groupStatus, processingStatus }: GroupWithPosts['group'],
    timing: Pick<GroupEvents, 'scheduledTime'> = {},
  ): void {
    const events = [{ type: LiveEventType.EDITED, groupStatus, processingStatus }];
    this.addEvents({ groupId: id, events, ...timing });
  }

  /** Something about a group changed that changes nothing of its publishing. */
  annotate({ id, status: groupStatus, processingStatus }: GroupWithPosts['group']): void {
    this.addEvents({ groupId: id, events: [{ type: LiveEventType.ANNOTATED, groupStatus, processingStatus }] });
  }

  /** A group goes, with its posts and their log. */
  remove({ group, posts }: GroupWithPosts): void {
    const { id, status: groupStatus, processingStatus } = group;
    this.removedGroupIds.push(id);
    this.replacedJobIds.push(...posts.flatMap(({ jobId }) => jobId ?? []));
    this.addEvents({ groupId: id, events: [{ type: LiveEventType.DELETED, groupStatus, processingStatus }] });
  }

  /** Posts whose publishing has not begun go, because they are no targets any more; `target` is up to date afterwards. */
  removePosts(target: GroupWithPosts, posts: readonly PlatformPost[]): void {
    const gone = new Set<string>();
    for (const { id, status, jobId } of posts) {
      transition(status, 'edit');
      gone.add(id);
      if (jobId !== null) this.replacedJobIds.push(jobId);
    }
    this.removedPostIds.push(...gone);
    target.posts = target.posts.filter(({ id }) => !gone.has(id));
    this.indexed.delete(target);
  }

  private postsOf(target: GroupWithPosts): IndexedPosts {
    const known = this.indexed.get(target);
    if (known) return known;
    const posts = new IndexedPosts(target);
    this.indexed.set(target, posts);
    return posts;
  }

  private changePost(before: PlatformPost | undefined, change: PostChange): { post: PlatformPost; jobs: PublishJob[] } {
    if (!before) throw new Error(`The post ${change.post.id} is not one of its group`);
    const { event, attempt, newParts = [] } = change;
    const status = event ? transition(before.status, event) : before.status;
    const { content, finalText, hasOwnText, firstComment, ...post } = { ...change.post, status };
    const known = this.changedPosts.get(post.id);
    this.changedPosts.set(post.id, {
      ...post,
      ...(known?.content !== undefined && { content: known.content }),
      ...(known?.finalText !== undefined && { finalText: known.finalText }),
      ...(known?.hasOwnText !== undefined && { hasOwnText: known.hasOwnText }),
      ...(content !== undefined && { content }),
      ...(finalText !== undefined && { finalText }),
      ...(hasOwnText !== undefined && { hasOwnText }),
      ...(firstComment !== undefined && { firstComment }),
    });
    this.newPosts.push(...newParts);
    if (attempt) this.attempts.push({ ...attempt, postId: post.id });
    if (event) this.webhookEvents.push(...(isPart(post) ? postEvent(post) : commentEvent(post)));
    if (event === 'succeed' || event === 'fail') (isPart(post) ? this.outcomes : this.commentOutcomes).push(post);
    if (post.jobId === before.jobId) return { post, jobs: [] };
    const jobs = publishJob(post);
    this.newJobs.push(...jobs);
    if (before.jobId !== null) this.replacedJobIds.push(before.jobId);
    return { post, jobs };
  }

  /** Posts of new targets; returns those that are scheduled. */
  private addPosts(groupId: string, posts: readonly NewPlatformPost[]): { queued: LivePost[]; due: Date[] } {
    const scheduled = posts.filter(({ dueAt }) => dueAt !== null);
    const jobs = posts.flatMap(publishJob);
    this.newPosts.push(...posts);
    this.newJobs.push(...jobs);
    this.addEntries(groupId, scheduled.map(scheduledEntry));
    this.webhookEvents.push(...posts.flatMap(postEvent));
    return { queued: scheduled.map(livePost), due: dueTimes(jobs) };
  }

  private addEntries(groupId: string, entries: readonly NewLogEntry[]): void {
    this.entries.push(...entries.map((entry) => ({ ...entry, groupId })));
  }

  /** One entry per group, because a statement can change a row only once. */
  private addEvents(change: GroupEvents): void {
    const { events = [], due = [] } = this.groupEvents.get(change.groupId) ?? {};
    for (const event of change.events) events.push(event);
    for (const date of change.due ?? []) due.push(date);
    this.groupEvents.set(change.groupId, { ...change, events, due });
  }
}

/**
 * The posts of a group by id, with a count of each status. A failing thread changes a thousand posts one by one,
 * and each of these changes must cost the same however many posts the group has.
 */
class IndexedPosts {
  private readonly posts: PlatformPost[];
  private readonly indexes = new Map<string, number>();
  private readonly counts = new Map<PlatformPostStatus, number>();

  constructor(target: GroupWithPosts) {
    this.posts = [];
    for (const post of target.posts) this.add(post);
    target.posts = this.posts;
  }

  get(id: string): PlatformPost | undefined {
    const index = this.indexes.get(id);
    return index === undefined ? undefined : this.posts[index];
  }

  add(post: PlatformPost): void {
    this.indexes.set(post.id, this.posts.push(post) - 1);
    this.count(post, 1);
  }

  replace(post: PlatformPost): void {
    const index = this.indexes.get(post.id);
    const before = this.get(post.id);
    if (index === undefined || !before) return;
    this.count(before, -1);
    this.count(post, 1);
    this.posts[index] = post;
  }

  /** Each status that some part has. */
  statuses(): PlatformPostStatus[] {
    return [...this.counts].flatMap(([status, count]) => (count > 0 ? status : []));
  }

  private count(post: PlatformPost, by: number): void {
    const { status } = post;
    if (isPart(post)) this.counts.set(status, (this.counts.get(status) ?? 0) + by);
  }
}

const isOfPart = ({ post }: { post: PlatformPost }): boolean => isPart(post);

/** Marks the entries of a first comment: the log of its group has none of them. */
const ofComment = (post: PlatformPost, { metadata }: NewLogEntry): Pick<NewLogEntry, 'metadata'> =>
  isPart(post) ? {} : { metadata: { ...metadata, firstComment: true } };

/** When jobs fall due: each moment once. */
const dueTimes = (jobs: readonly PublishJob[]): Date[] => [
  ...new Map(jobs.map(({ dueAt }) => [dueAt.getTime(), dueAt])).values(),
];

const statusChange = (from: PostGroupStatus, to: PostGroupStatus): NewLogEntry[] =>
  from === to ? [] : [{ event: PostLogEvent.STATUS_CHANGED, metadata: { from, to } }];
