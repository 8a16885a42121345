/** Whether each change of a post was reported once and in its order: by webhooks and by live events. */
import { LiveEventType } from '../../src/domain/posts/state/live-event.js';
import { ENDED_STATUSES, isPart, PlatformPostStatus } from '../../src/domain/posts/state/platform-post.js';
import { WebhookEventName } from '../../src/domain/webhooks/webhook-event.js';
import type { SimulatedStore } from './store.js';

const { PUBLISHED, FAILED, PROCESSING, DRAFT } = PlatformPostStatus;

export function checkReports(store: SimulatedStore): string[] {
  // First comments are reported by neither.
  const ids = new Set(store.steps.map(({ postId }) => postId).filter((id) => isReported(store, id)));
  return [
    ...[...ids].flatMap((id) => checkPost(store, id).map((problem) => `${store.nameOf(id)}: ${problem}`)),
    ...[...store.groups.keys()].flatMap((id) => checkGroup(store, id).map((problem) => `${id}: ${problem}`)),
  ];
}

const isReported = ({ posts, removed }: SimulatedStore, id: string): boolean => {
  const post = posts.get(id) ?? removed.get(id);
  return post === undefined || isPart(post);
};

function checkPost(store: SimulatedStore, id: string): string[] {
  const steps = store.steps.filter(({ postId, from, to }) => postId === id && from !== to).map(({ to }) => to);
  const live = store.events.filter(({ post }) => post?.id === id);
  const told = store.webhooks.filter(({ subject }) => subject === id).map(({ name }) => name);
  const attempts = live.flatMap(({ type, post }) =>
    type === LiveEventType.ATTEMPT_STARTED ? [post?.attempt ?? 0] : [],
  );
  const problems = [
    ...different(
      'webhooks',
      endedOf(steps),
      told.flatMap((name) => WEBHOOKS[name] ?? []),
    ),
    ...different(
      'live events',
      reportedOf(steps),
      live.flatMap(({ type }) => LIVE[type] ?? []),
    ),
  ];
  const isGrowing = attempts.every((number, index) => number > (attempts[index - 1] ?? 0));
  return isGrowing ? problems : [...problems, `attempts were reported as ${attempts.join(', ')}`];
}

const WEBHOOKS: Partial<Record<WebhookEventName, PlatformPostStatus>> = {
  [WebhookEventName.POST_PUBLISHED]: PUBLISHED,
  [WebhookEventName.POST_FAILED]: FAILED,
};

const LIVE: Partial<Record<LiveEventType, PlatformPostStatus>> = {
  [LiveEventType.PROCESSING]: PROCESSING,
  [LiveEventType.PUBLISHED]: PUBLISHED,
  [LiveEventType.FAILED]: FAILED,
  [LiveEventType.UNSCHEDULED]: DRAFT,
};

const endedOf = (steps: readonly PlatformPostStatus[]) => steps.filter((status) => ENDED_STATUSES.includes(status));

const reportedOf = (steps: readonly PlatformPostStatus[]) =>
  steps.filter((status) => Object.values(LIVE).includes(status));

const different = (what: string, expected: readonly string[], reported: readonly string[]): string[] =>
  lasting(expected).join() === lasting(reported).join()
    ? []
    : [`it was ${expected.join(', ')}; ${what} said ${reported.join(', ')}`];

/** Without failures that a late response took back: in one transaction, only reports show them. */
const lasting = (statuses: readonly string[]) =>
  statuses.filter((status, index) => status !== FAILED || statuses[index + 1] !== PUBLISHED);

/** A group is reported to have finished after each change that leaves all of its posts ended, and not otherwise. */
function checkGroup({ events, groups, posts }: SimulatedStore, id: string): string[] {
  const group = groups.get(id);
  const own = events.filter(({ groupId }) => groupId === id);
  const problems: string[] = [];
  let hasChanged = false;
  for (const { type } of own) {
    if (type === LiveEventType.GROUP_FINISHED && !hasChanged) problems.push('it was reported to have finished twice');
    hasChanged = type !== LiveEventType.GROUP_FINISHED;
  }
  const hasEnded = [...posts.values()].every(
    ({ groupId, status }) => groupId !== id || ENDED_STATUSES.includes(status),
  );
  const last = own.findLast(({ type }) => type === LiveEventType.GROUP_FINISHED);
  if (hasEnded && last?.groupStatus !== group?.status) {
    problems.push(`it is ${group?.status} and was last reported as ${last?.groupStatus}`);
  }
  return problems;
}
