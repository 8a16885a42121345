import { type WebhookEvent, WebhookEventName } from '../../webhooks/webhook-event.js';
import { type PlatformPost, PlatformPostStatus } from './platform-post.js';

/** What the status of a first comment has to tell: that it is published or failed; else nothing. */
export function commentEvent(comment: PlatformPost): WebhookEvent[] {
  const { id: firstCommentId, groupId: postGroupId, userId, platform, platformId, status, updatedAt, error } = comment;
  const about = { firstCommentId, postGroupId, platform, platformId };
  const event = (name: WebhookEventName, data: object): WebhookEvent[] => [
    { name, userId, subject: firstCommentId, data: { ...about, ...data } },
  ];
  if (status === PlatformPostStatus.PUBLISHED)
    return event(WebhookEventName.FIRST_COMMENT_PUBLISHED, { publishedAt: updatedAt });
  if (status !== PlatformPostStatus.FAILED || !error) return [];
  const { code, message, failedAt } = error;
  return event(WebhookEventName.FIRST_COMMENT_FAILED, { error: { code, message }, failedAt });
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
