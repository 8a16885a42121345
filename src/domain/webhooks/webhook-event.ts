/** What webhooks tell: names, data and body (docs/contract/webhooks.md, "A delivery"). */
import { newId } from '../../foundation/database/id.js';

export enum WebhookEventName {
  POST_SCHEDULED = 'post.scheduled',
  POST_PUBLISHED = 'post.published',
  POST_FAILED = 'post.failed',
  TOKEN_EXPIRING = 'token.expiring',
  FIRST_COMMENT_PUBLISHED = 'first_comment.published',
  FIRST_COMMENT_FAILED = 'first_comment.failed',
  METRICS_UPDATED = 'metrics.updated',
}

/** The events of the REST contract [webhooks/events]. A webhook gets the others through GraphQL alone. */
export const CONTRACT_EVENTS = [
  WebhookEventName.POST_SCHEDULED,
  WebhookEventName.POST_PUBLISHED,
  WebhookEventName.POST_FAILED,
  WebhookEventName.TOKEN_EXPIRING,
] as const;
export type ContractEventName = (typeof CONTRACT_EVENTS)[number];

export const isOfContract = (event: WebhookEventName): event is ContractEventName =>
  CONTRACT_EVENTS.some((known) => known === event);

export interface WebhookEvent {
  name: WebhookEventName;
  /** The user whose webhooks receive it. */
  userId: string;
  /** Id of what it is about. */
  subject: string;
  data: Record<string, unknown>;
}

export interface ExpiringConnection {
  id: string;
  userId: string;
  platform: string;
  platformId: string;
  username: string;
  expiresAt: Date;
}

/** That the access to an account ends, and that its owner has to connect it again. */
export const tokenExpiring = (connection: ExpiringConnection): WebhookEvent => {
  const { id, userId, platform, platformId, username, expiresAt } = connection;
  const data = { platform, platformId, username, expiresAt };
  return { name: WebhookEventName.TOKEN_EXPIRING, userId, subject: id, data };
};

const EXAMPLE_ID = '0'.repeat(24);
const NOT_GIVEN = { impressions: null, reach: null, views: null, clicks: null, saves: null, watchSeconds: null };
const EXAMPLE_VALUES = { ...NOT_GIVEN, reactions: 3, comments: 1, shares: 0, engagements: 4 };

/** A sample event: the fields of a real one, about a fictitious post and account. */
export function sampleEvent(name: WebhookEventName, userId: string, now: Date): WebhookEvent {
  const about = { postId: EXAMPLE_ID, postGroupId: EXAMPLE_ID, platform: 'fediverse' };
  const comment = {
    ...{ firstCommentId: EXAMPLE_ID, postGroupId: EXAMPLE_ID },
    ...{ platform: 'fediverse', platformId: 'fediverse-test' },
  };
  const error = { code: 'INVALID_CONTENT', message: 'This is a test' };
  const data = {
    [WebhookEventName.POST_SCHEDULED]: { ...about, scheduledAt: now },
    [WebhookEventName.POST_PUBLISHED]: { ...about, publishedAt: now },
    [WebhookEventName.POST_FAILED]: { ...about, error, failedAt: now },
    [WebhookEventName.FIRST_COMMENT_PUBLISHED]: { ...comment, publishedAt: now },
    [WebhookEventName.FIRST_COMMENT_FAILED]: { ...comment, error, failedAt: now },
    [WebhookEventName.TOKEN_EXPIRING]: {
      platform: 'fediverse',
      platformId: 'fediverse-test',
      username: 'test',
      expiresAt: now,
    },
    [WebhookEventName.METRICS_UPDATED]: {
      ...{ platform: 'fediverse', platformId: 'fediverse-test', measuredAt: now },
      posts: [{ postId: EXAMPLE_ID, postGroupId: EXAMPLE_ID, values: EXAMPLE_VALUES }],
    },
  };
  return { name, userId, subject: newId(now), data: data[name] };
}

/**
 * Compact JSON in this order: a receiver that writes the parsed body again gets the same bytes
 * [deliveries/signed-bytes].
 */
export const bodyOf = ({ name: event, data }: WebhookEvent, now: Date): string =>
  JSON.stringify({ event, timestamp: now, data });
