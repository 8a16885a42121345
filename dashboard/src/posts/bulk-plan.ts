import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { graphql } from '../api/graphql.js';
import type { GroupStatus, PartStatus } from '../parts/post-status.js';
import { toEntered, toInstant } from '../parts/time.js';

/** A post as changes of many need it. */
export interface BulkPost {
  id: string;
  content: string;
  status: GroupStatus;
  scheduledTime: string | null;
  updatedAt: string;
  allowedActions: readonly ReturnType<typeof graphql.scalar<'PostGroupAction'>>[];
  posts: readonly {
    platformId: string;
    platformKey: string;
    status: PartStatus;
    account: { username: string; displayName: string; picturePath: string | null } | null;
  }[];
}

export const UNITS = ['minute', 'hour', 'day', 'week'] as const;
export type Unit = (typeof UNITS)[number];
/** These keep the time on the clock. */
export const DAYS_AND_WEEKS = ['day', 'week'] as const;

/** How many posts get other times. */
export type TimePlan =
  /** Each so much later, or earlier if `amount` is negative. Days and weeks keep the time on the clock. */
  | { kind: 'shift'; amount: number; unit: 'day' | 'week' }
  /** The first at a time, the others as far after it as they were. */
  | { kind: 'first'; at: string }
  /** One after another. */
  | { kind: 'spread'; at: string; every: number; unit: Unit };

/** The new time of a post; null with the reason why it keeps what it has. */
export interface PlannedTime {
  post: BulkPost;
  to: string | null;
  refusal: string | null;
}

/** By their times, then those without one in the order of their creation. */
export const inOrder = <Post extends BulkPost>(posts: readonly Post[]): Post[] =>
  posts.toSorted((one, other) => {
    const [first, second] = [one, other].map(({ id, scheduledTime }) => `${scheduledTime ?? '9'} ${id}`);
    return (first ?? '') < (second ?? '') ? -1 : 1;
  });

export function planTimes(posts: readonly BulkPost[], plan: TimePlan, timeZone: string, now: number): PlannedTime[] {
  const sorted = inOrder(posts);
  const first = sorted.find((post) => refusalOf(post, plan) === null && post.scheduledTime !== null)?.scheduledTime;
  let place = 0;
  return sorted.map((post) => {
    const refusal = refusalOf(post, plan);
    if (refusal) return { post, to: null, refusal };
    const to = timeOf(post, plan, { timeZone, place, first: first ?? null });
    place++;
    return Date.parse(to) <= now ? { post, to: null, refusal: t`This time has passed` } : { post, to, refusal: null };
  });
}

function timeOf(
  { scheduledTime }: BulkPost,
  plan: TimePlan,
  { timeZone, place, first }: { timeZone: string; place: number; first: string | null },
): string {
  if (plan.kind === 'shift') return later(scheduledTime ?? '', plan.amount, plan.unit, timeZone);
  if (plan.kind === 'spread') return later(plan.at, place * plan.every, plan.unit, timeZone);
  const distanceMs = first === null || scheduledTime === null ? 0 : Date.parse(scheduledTime) - Date.parse(first);
  return new Date(Date.parse(plan.at) + distanceMs).toISOString();
}

/** Why a post gets no other time; null if it can. */
function refusalOf(post: BulkPost, plan: TimePlan): string | null {
  if (!post.allowedActions.includes('SCHEDULE')) return t(WITHOUT_TIME[post.status]);
  if (plan.kind !== 'shift') return null;
  if (post.status === 'PARTIALLY_PUBLISHED') return t`Partly live: retry or edit the rest`;
  return post.scheduledTime === null ? t`It has no time` : null;
}

const WITHOUT_TIME: Record<GroupStatus, MessageDescriptor> = {
  DRAFT: msg`An account is not connected`,
  SCHEDULED: msg`It is being published, or an account is not connected`,
  PUBLISHED: msg`Published already`,
  PARTIALLY_PUBLISHED: msg`It is being published, or an account is not connected`,
  FAILED: msg`Failed: retry or duplicate it`,
};

const MS: Record<'minute' | 'hour', number> = { minute: 60_000, hour: 3_600_000 };

/** An instant so much later. Days and weeks are counted on the clock: 09:00 stays 09:00 when summer time ends. */
export function later(instant: string, amount: number, unit: Unit, timeZone: string): string {
  if (unit === 'minute' || unit === 'hour') return new Date(Date.parse(instant) + amount * MS[unit]).toISOString();
  const onClock = new Date(`${toEntered(instant, timeZone).replace(' ', 'T')}Z`);
  onClock.setUTCDate(onClock.getUTCDate() + amount * (unit === 'week' ? 7 : 1));
  return toInstant(onClock.toISOString().slice(0, 19).replace('T', ' '), timeZone);
}
