/** What webhooks tell: names, data and body (document 1, "Webhook deliveries"). */
import { newId } from '../../foundation/database/id.js';
import { type PlatformPost, PlatformPostStatus } from '../posts/platform-post.js';

export enum WebhookEventName {
  POST_SCHEDULED = 'post.scheduled',
  POST_PUBLISHED = 'post.published',
  POST_FAILED = 'post.failed',
  TOKEN_EXPIRING = 'token.expiring',
}

export const WEBHOOK_EVENTS: readonly WebhookEventName[] = Object.values(WebhookEventName);

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

/** What a platform post's status has to tell: that it is scheduled, published or failed; else nothing. */
export function postEvent(post: PlatformPost): WebhookEvent[] {
  const { id: postId, groupId: postGroupId, userId, platform, status, dueAt, updatedAt, error } = post;
  const about = { postId, postGroupId, platform };
  const event = (name: WebhookEventName, data: object): WebhookEvent[] => [
    { name, userId, subject: postId, data: { ...about, ...data } },
  ];
  if (status === PlatformPostStatus.SCHEDULED) return event(WebhookEventName.POST_SCHEDULED, { scheduledAt: dueAt });
  if (status === PlatformPostStatus.PUBLISHED)
    return event(WebhookEventName.POST_PUBLISHED, { publishedAt: updatedAt });
  if (status !== PlatformPostStatus.FAILED || !error) return [];
  const { code, message, failedAt } = error;
  return event(WebhookEventName.POST_FAILED, { error: { code, message }, failedAt });
}

/** That the access to an account ends, and that its owner has to connect it again. */
export const tokenExpiring = (connection: ExpiringConnection): WebhookEvent => {
  const { id, userId, platform, platformId, username, expiresAt } = connection;
  const data = { platform, platformId, username, expiresAt };
  return { name: WebhookEventName.TOKEN_EXPIRING, userId, subject: id, data };
};

const NOBODY = '0'.repeat(24);

/** A sample event: the fields of a real one, about a fictitious post and account. */
export function sampleEvent(name: WebhookEventName, userId: string, now: Date): WebhookEvent {
  const about = { postId: NOBODY, postGroupId: NOBODY, platform: 'fediverse' };
  const data = {
    [WebhookEventName.POST_SCHEDULED]: { ...about, scheduledAt: now },
    [WebhookEventName.POST_PUBLISHED]: { ...about, publishedAt: now },
    [WebhookEventName.POST_FAILED]: {
      ...about,
      error: { code: 'INVALID_CONTENT', message: 'This is a test' },
      failedAt: now,
    },
    [WebhookEventName.TOKEN_EXPIRING]: {
      platform: 'fediverse',
      platformId: 'fediverse-test',
      username: 'test',
      expiresAt: now,
    },
  };
  return { name, userId, subject: newId(now), data: data[name] };
}

/** Document 3: compact JSON in this order, so that a receiver that writes the parsed body again gets the same bytes. */
export const bodyOf = ({ name: event, data }: WebhookEvent, now: Date): string =>
  JSON.stringify({ event, timestamp: now, data });
