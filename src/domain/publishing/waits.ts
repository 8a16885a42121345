/** What a post waits for, and for how long at a time. */
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { PlatformPost, PostWait, WaitKind } from '../posts/state/platform-post.js';

/** Shorter waits are not reported. */
export const REPORTED_AFTER_MS = 5_000;

const LONGEST_MS = 15 * MINUTE_MS;

export interface WaitReason {
  kind: WaitKind;
  /** For people. */
  reason: string;
}

export const PAUSED: WaitReason = { kind: 'paused', reason: 'Publishing is paused by the operator of this service' };

export const IN_FLIGHT: WaitReason = { kind: 'in-flight', reason: 'An earlier request may still be under way' };

export const PREPARATION: WaitReason = { kind: 'preparation', reason: 'Its files are being fetched and converted' };

/** How often in a row the post has waited for the same thing. */
export const waitsBefore = ({ wait }: PlatformPost, kind: WaitKind): number => (wait?.kind === kind ? wait.count : 0);

/** Since when the post has waited for the same thing. */
export const waitingSince = ({ wait }: PlatformPost, kind: WaitKind, now: Date): Date =>
  wait?.kind === kind ? new Date(wait.since) : now;

/** The post's wait until `at` (null: until a time that nobody knows), as it begins or goes on, and whether that is reported: once, unless the reason changes. */
export function nextWait(
  post: PlatformPost,
  { kind, reason }: WaitReason,
  at: Date | null,
  now: Date,
): { wait: PostWait; isNews: boolean } {
  const wasReported = post.wait?.kind === kind && post.wait.reason === reason && post.wait.told;
  const isNews = !wasReported && (at === null || at.getTime() - now.getTime() >= REPORTED_AFTER_MS);
  const since = waitingSince(post, kind, now).toISOString();
  return { wait: { kind, reason, since, count: waitsBefore(post, kind) + 1, told: wasReported || isNews }, isNews };
}

/** Waits that double up to a quarter of an hour. */
export const growingDelayMs = (firstMs: number, waitsBefore: number): number =>
  Math.min(firstMs * 2 ** Math.min(waitsBefore, 30), LONGEST_MS);
