/** The output of commands about posts: as text or, with --json, for scripts. */
import type { ChangedPosts, PostReport } from './administer-posts.use-case.js';
import type { ListedPost } from './posts.repository.js';
import { aligned, iso, type Report, table } from './report.js';

/** Characters of a text that explain which post it is; --json has all. */
const SHOWN_TEXT = 200;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

export function reportPosts({ posts, next }: { posts: ListedPost[]; next: string | null }): Report {
  const rows = posts.map((post) => [
    post.id,
    post.groupId,
    post.email ?? post.userId,
    post.platform,
    post.status,
    iso(post.time),
    post.code ?? post.waitsFor ?? '',
    oneLine(post.text).slice(0, 40),
  ]);
  const lines = aligned([['Post', 'Group', 'User', 'Platform', 'Status', 'Time', 'Code or wait', 'Text'], ...rows]);
  const more = next === null ? '' : `\n\nMore: --after ${next}`;
  return { json: { posts, next }, text: posts.length === 0 ? 'No such posts.' : lines + more };
}

export function reportPost(report: PostReport): Report {
  const { group, files, posts, log, events } = report;
  const head = table([
    ['Group', group.id],
    ['User', `${group.email ?? 'removed'} (${group.userId})`],
    ['Status', `${group.status}, publishing ${group.processingStatus}`],
    ['Scheduled', iso(group.scheduledTime)],
    ['Created', iso(group.createdAt)],
    ['Changed', iso(group.updatedAt)],
    ['Text', oneLine(group.content).slice(0, SHOWN_TEXT)],
    ['Files', files.length === 0 ? 'none' : files.map(describeFile).join('; ')],
    ['Live events', String(events.length)],
  ]);
  const entries = log.map(({ createdAt, event, platform, postId, error, httpStatus }) =>
    [iso(createdAt), event, platform, postId, httpStatus && `HTTP ${httpStatus}`, error && oneLine(error)]
      .filter(Boolean)
      .join('  '),
  );
  return { json: report, text: [head, ...posts.map(describePost), `Log\n${entries.join('\n')}`].join('\n\n') };
}

const describeFile = ({ id, type, status, problem }: PostReport['files'][number]): string =>
  `${id} ${type} ${status}${problem ? ` (${problem})` : ''}`;

function describePost(post: PostReport['posts'][number]): string {
  const { error, wait, job, attempts, deliveries } = post;
  return table([
    ['Post', `${post.id}, part ${post.partIndex + 1}`],
    ['Platform', `${post.platform}, account ${post.accountId}`],
    ['Status', post.status],
    ['Next', post.next],
    ...(post.dueAt ? [['Due', iso(post.dueAt)] as const] : []),
    ...(post.url ? [['Address', post.url] as const] : []),
    ...(wait ? [['Waits', `${wait.kind} since ${wait.since}: ${oneLine(wait.reason)}`] as const] : []),
    ...(error ? ([['Failed', `${error.code} (${error.fault}): ${oneLine(error.message)}`]] as const) : []),
    ...(error?.platformError ? [['Platform said', oneLine(error.platformError)] as const] : []),
    ['Job', job ? describeJob(job) : 'none'],
    ...attempts.map((attempt) => [`Attempt ${attempt.number}`, describeAttempt(attempt)] as const),
    ...deliveries.map((delivery) => ['Webhook', describeDelivery(delivery)] as const),
  ]);
}

const describeJob = ({
  state,
  startAfter,
  startedAt,
  heartbeatAt,
  isStuck,
}: NonNullable<PostReport['posts'][number]['job']>) =>
  `${state}, from ${iso(startAfter)}, fetched ${iso(startedAt)}, heartbeat ${iso(heartbeatAt)}${isStuck ? ', stuck' : ''}`;

function describeAttempt({
  startedAt,
  endedAt,
  outcome,
  failure,
}: PostReport['posts'][number]['attempts'][number]): string {
  const status = failure?.platformStatusCode ? ` HTTP ${failure.platformStatusCode}` : '';
  const why = failure ? `: ${failure.code}${status} ${oneLine(failure.message)}` : '';
  return `${iso(startedAt)} to ${iso(endedAt)}, ${outcome ?? 'open'}${why}`;
}

const describeDelivery = ({
  id,
  event,
  status,
  attemptCount,
  host,
}: PostReport['posts'][number]['deliveries'][number]) =>
  `${id} ${event} ${status} after ${attemptCount} attempts to ${host}`;

/** `done`: what the command does to a post, in the past tense. */
export const reportChangedPosts = (done: string, result: ChangedPosts): Report => ({
  json: result,
  text: [
    `${result.changed} ${result.changed === 1 ? 'post' : 'posts'} ${result.isDryRun ? 'would be' : result.changed === 1 ? 'is' : 'are'} ${done}.`,
    ...(result.mayBeLive > 0 ? [`${result.mayBeLive} may be live and stay unchanged: their owners decide.`] : []),
    ...(result.isDryRun && result.changed > 0 ? ['Nothing was changed. Repeat the command with --yes.'] : []),
  ].join('\n'),
});
