/** Plans as data (docs/contract/plans.md). Null: no cap. */
import type { PlatformKey } from '../../platforms/port/platform.js';

/** A number of posts, counted per account or per connection. */
export interface Quota {
  max: number;
  per: 'account' | 'connection';
}

export interface Plan {
  name: string;
  /** As the operator words it, such as `5 € a month`; null: the operator names none. */
  price: string | null;
  /** May use the API at all. */
  apiAccess: boolean;
  /** May use MCP without the flag of the account; the flag of the key is needed all the same. */
  mcpAccess: boolean;
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

/** The key of a plan, in the database and for the operator's commands: lower case. */
export type PlanKey = string;

/** The plans of an installation. */
export interface Plans {
  /** In the order of the operator. */
  byKey: ReadonlyMap<PlanKey, Plan>;
  /** What a new account has; also an account whose plan is none of these. */
  initial: PlanKey;
}

const GIGABYTE = 1024 ** 3;

/** Counts that have no cap: the largest that GraphQL can return. */
export const NO_LIMIT = 2_147_483_647;
/** The same for bytes. */
export const NO_LIMIT_BYTES = Number.MAX_SAFE_INTEGER;

/** The documented plans. */
export const PLANS = {
  starter: {
    name: 'Starter',
    price: null,
    apiAccess: false,
    mcpAccess: false,
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
    price: null,
    apiAccess: true,
    mcpAccess: false,
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
    price: null,
    apiAccess: true,
    mcpAccess: false,
    postsPerMonth: { max: 500, per: 'connection' },
    scheduledPosts: { max: 500, per: 'account' },
    drafts: 1_000,
    horizonDays: null,
    connections: null,
    storage: { bytes: 250 * GIGABYTE, files: 100_000 },
    platforms: null,
  },
} as const satisfies Record<PlanKey, Plan>;

export const DOCUMENTED_PLANS: Plans = { byKey: new Map<PlanKey, Plan>(Object.entries(PLANS)), initial: 'starter' };

/** One plan for all accounts, whose limits are those of the platforms. */
export const UNLIMITED_PLANS: Plans = {
  byKey: new Map<PlanKey, Plan>([
    [
      'unlimited',
      {
        name: 'Unlimited',
        price: null,
        apiAccess: true,
        mcpAccess: true,
        postsPerMonth: { max: NO_LIMIT, per: 'account' },
        scheduledPosts: { max: NO_LIMIT, per: 'account' },
        drafts: NO_LIMIT,
        horizonDays: null,
        connections: null,
        storage: { bytes: NO_LIMIT_BYTES, files: NO_LIMIT },
        platforms: null,
      },
    ],
  ]),
  initial: 'unlimited',
};

/** Limits of one account that replace those of its plan. Posts are counted as the plan counts them. */
export interface LimitOverrides {
  apiAccess?: boolean;
  postsPerMonth?: number;
  scheduledPosts?: number;
  drafts?: number;
  horizonDays?: number | null;
  connections?: number | null;
  storageBytes?: number;
  storageFiles?: number;
  platforms?: readonly PlatformKey[] | null;
}

/** What of the account that carries a plan determines its limits. */
export interface PlanOwner {
  plan: PlanKey;
  limitOverrides: LimitOverrides | null;
}

/** The plan of an account, with the limits that replace those of the plan. */
export function planOf({ byKey, initial }: Plans, { plan: key, limitOverrides }: PlanOwner): Plan {
  const plan = byKey.get(key) ?? byKey.get(initial);
  if (!plan) throw new Error(`The initial plan ${initial} is none of the plans.`);
  if (limitOverrides === null) return plan;
  const { postsPerMonth, scheduledPosts, storageBytes, storageFiles, ...rest } = limitOverrides;
  return {
    ...plan,
    ...rest,
    postsPerMonth: { ...plan.postsPerMonth, max: postsPerMonth ?? plan.postsPerMonth.max },
    scheduledPosts: { ...plan.scheduledPosts, max: scheduledPosts ?? plan.scheduledPosts.max },
    storage: { bytes: storageBytes ?? plan.storage.bytes, files: storageFiles ?? plan.storage.files },
  };
}
