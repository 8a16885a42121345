/** Plans as data (docs/contract/plans.md). Null: no cap. */
import type { PlatformKey } from '../../platforms/port/platform.js';

/** A number of posts, counted per account or per connection. */
export interface Quota {
  max: number;
  per: 'account' | 'connection';
}

export interface Plan {
  name: string;
  /** May use the API at all. */
  apiAccess: boolean;
  /** Platform posts that go out in a calendar month (UTC). */
  postsPerMonth: Quota;
  /** Platform posts that are scheduled or in progress. */
  scheduledPosts: Quota;
  /** Groups that are not scheduled yet. */
  drafts: number;
  /** How far ahead a post can be scheduled. */
  horizonDays: number | null;
  connections: number | null;
  /** Files that the account and its managed users keep here. */
  storage: { bytes: number; files: number };
  /** Null: all of them. */
  platforms: readonly PlatformKey[] | null;
}

const GIGABYTE = 1024 ** 3;

export const PLANS = {
  starter: {
    name: 'Starter',
    apiAccess: false,
    postsPerMonth: { max: 15, per: 'account' },
    scheduledPosts: { max: 3, per: 'account' },
    drafts: 1_000,
    horizonDays: 7,
    connections: 3,
    storage: { bytes: 2 * GIGABYTE, files: 2_000 },
    platforms: ['network', 'skyfeed'],
  },
  pro: {
    name: 'Pro',
    apiAccess: true,
    postsPerMonth: { max: 100, per: 'connection' },
    scheduledPosts: { max: 100, per: 'account' },
    drafts: 1_000,
    horizonDays: null,
    connections: null,
    storage: { bytes: 50 * GIGABYTE, files: 20_000 },
    platforms: null,
  },
  premium: {
    name: 'Premium',
    apiAccess: true,
    postsPerMonth: { max: 500, per: 'connection' },
    scheduledPosts: { max: 500, per: 'account' },
    drafts: 1_000,
    horizonDays: null,
    connections: null,
    storage: { bytes: 250 * GIGABYTE, files: 100_000 },
    platforms: null,
  },
} as const satisfies Record<string, Plan>;

export type PlanKey = keyof typeof PLANS;
