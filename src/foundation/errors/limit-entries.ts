/**
 * Limits of a plan (docs/contract/plans.md, "Refusals"). REST returns a short label as `error`
 * and everything else beside it.
 */
import { detailed, type Entry, plain } from './entry.js';

/** Details of every structured limit error [plans/limit-error-fields]. Null if not applicable. */
interface LimitDetails {
  metric: string;
  limit: number | null;
  used: number | null;
  requested: number | null;
  remaining: number | null;
  periodStart: string | null;
  periodEnd: string | null;
  planName: string;
}

const LIMIT_DETAILS: { [Name in keyof LimitDetails]: string } = {
  metric: 'what is limited',
  limit: 'how much of it the plan allows; null: not a number',
  used: 'how much of it is used; null where it is counted per connection, or not counted',
  requested: 'how much more was requested; null where nothing is counted',
  remaining: 'how much is left; null where it is counted per connection, or not counted',
  periodStart: 'start of the period that is counted, ISO 8601; null without a period',
  periodEnd: 'first instant after the period, ISO 8601; null without a period',
  planName: 'display name of the plan, for people; `Viewer.plan` has its key',
};

/**
 * Two shapes [plans/CHANNEL_LIMIT_REACHED-expandable] [plans/CHANNEL_LIMIT_REACHED-fixed]. Without `canExpand`, only a
 * count, and for managed users not even that.
 */
type ChannelLimitDetails =
  | { canExpand: false; connectionCount?: number }
  | {
      canExpand: true;
      planKey: string;
      planName: string;
      currentQuantity: number;
      targetQuantity: number;
      connectionCount: number;
      pricing: { amount: string; currency: string; interval: 'month' } | null;
      projectedUsed: number;
    };

/** Limits counted per account or per connection: the latter list their numbers in `blockedPlatforms`. */
interface CountedDetails extends LimitDetails {
  scope: 'account' | 'connection';
  blockedPlatforms?: { platformSelection: string; used: number; remaining: number }[];
}

const COUNTED_DETAILS: { [Name in keyof Required<CountedDetails>]: string } = {
  ...LIMIT_DETAILS,
  scope: 'ACCOUNT or CONNECTION: the scope of the count',
  blockedPlatforms: 'the targets over the limit (platformSelection, used, remaining); only with scope CONNECTION',
};

/** A structured limit error: REST returns a short label as `error`, and the other fields beside it. */
const limit = <Details>(
  label: string,
  entry: Pick<Entry<Details>, 'message' | 'details' | 'enums'>,
): Entry<Details> => ({
  status: 403,
  ...entry,
  restBody: ({ code, message, details }) => ({ error: label, code, message, ...details }),
});

export const LIMIT_ENTRIES = {
  POST_LIMIT_REACHED: limit<CountedDetails>('Post limit reached', {
    message: ({ planName, limit }) =>
      `Monthly post limit reached. Your ${planName} plan allows ${limit} platform posts per month.`,
    details: COUNTED_DETAILS,
    enums: ['scope'],
  }),
  SCHEDULED_POST_LIMIT_REACHED: limit<CountedDetails>('Scheduled post limit reached', {
    message: ({ planName, limit }) =>
      `Scheduled post limit reached. Your ${planName} plan allows ${limit} scheduled platform posts at a time.`,
    details: COUNTED_DETAILS,
    enums: ['scope'],
  }),
  SCHEDULE_HORIZON_REACHED: limit<LimitDetails & { scheduledTime: string; maxScheduledDate: string }>(
    'Schedule horizon reached',
    {
      message: ({ planName, limit }) =>
        `Schedule horizon reached. Your ${planName} plan allows scheduling up to ${limit} days ahead.`,
      details: {
        ...LIMIT_DETAILS,
        scheduledTime: 'the requested time, ISO 8601',
        maxScheduledDate: 'the latest time that the plan allows now, ISO 8601',
      },
    },
  ),
  CONNECTIONS_OVER_LIMIT: limit<LimitDetails & { overLimitBy: number }>('Account over channel limit', {
    message: ({ planName, limit, overLimitBy }) =>
      `Your ${planName} plan allows ${limit} connected channels. Disconnect ${overLimitBy} or upgrade to continue.`,
    details: { ...LIMIT_DETAILS, overLimitBy: 'connections too many' },
  }),
  PLATFORM_NOT_AVAILABLE: limit<LimitDetails & { disallowedPlatforms: string[]; allowedPlatforms: string[] }>(
    'Platform not available',
    {
      message: ({ planName, disallowedPlatforms, allowedPlatforms }) =>
        `Your ${planName} plan does not include ${disallowedPlatforms.join(', ')}. It includes ${allowedPlatforms.join(', ')}.`,
      details: {
        ...LIMIT_DETAILS,
        disallowedPlatforms: 'platforms of targets that the plan does not include',
        allowedPlatforms: 'platforms that it includes',
      },
      enums: ['disallowedPlatforms', 'allowedPlatforms'],
    },
  ),
  DRAFT_LIMIT_REACHED: plain(403, 'Draft limit reached. Delete or schedule drafts to create more.'),
  MANAGED_USER_LIMIT_REACHED: plain(403, 'Managed user limit reached'),
  STORAGE_LIMIT_REACHED: plain(403, 'Storage limit reached. Delete files to upload more.'),
  CHANNEL_LIMIT_REACHED: detailed<ChannelLimitDetails>({
    status: 403,
    message: () => 'Channel limit reached',
    details: {
      canExpand: 'whether the owner can buy more channels on this plan',
      planKey: 'the plan, as `Plan.key`; only when canExpand',
      planName: 'display name of the plan, for people; only when canExpand',
      currentQuantity: 'channels that are paid for; only when canExpand',
      targetQuantity: 'channels that would have to be paid for; only when canExpand',
      connectionCount: 'connected channels; hidden from managed users',
      pricing: 'price of an additional channel (amount, currency, interval), null if none is set; only when canExpand',
      projectedUsed: 'channels connected after this one; only when canExpand',
    },
    restBody: ({ code, message, details }) => ({ success: false, code, error: message, ...details }),
  }),
  // Concurrency limits
  SUBSCRIPTION_LIMIT_REACHED: detailed<{ limit: number; scope: 'account' | 'socket' }>({
    status: 429,
    message: ({ limit, scope }) => `At most ${limit} subscriptions can be open per ${scope}`,
    details: { limit: 'how many can be open', scope: 'ACCOUNT or SOCKET: the scope of the count' },
    enums: ['scope'],
  }),
  SOCKET_LIMIT_REACHED: detailed<{ limit: number }>({
    status: 429,
    message: ({ limit }) => `At most ${limit} web sockets can be open per account`,
    details: { limit: 'how many can be open' },
  }),
  SOCKET_OPERATION_LIMIT_REACHED: detailed<{ limit: number }>({
    status: 429,
    message: ({ limit }) => `At most ${limit} queries and mutations can run at a time on a web socket`,
    details: { limit: 'how many can run at a time' },
  }),
} as const;
