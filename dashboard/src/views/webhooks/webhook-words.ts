import type { graphql } from '../../api/graphql.js';

export type WebhookEvent = ReturnType<typeof graphql.scalar<'WebhookEventName'>>;

/** The events, in words. */
export const EVENTS: Record<WebhookEvent, string> = {
  POST_SCHEDULED: 'Post scheduled',
  POST_PUBLISHED: 'Post published',
  POST_FAILED: 'Post failed',
  FIRST_COMMENT_PUBLISHED: 'First comment published',
  FIRST_COMMENT_FAILED: 'First comment failed',
  TOKEN_EXPIRING: 'Access to an account ends soon',
  METRICS_UPDATED: 'Results were read',
};
export const EVENT_NAMES = Object.keys(EVENTS) as WebhookEvent[];
/** Those that a new webhook has unless others are chosen: results are read often. */
export const USUAL_EVENTS = EVENT_NAMES.filter((event) => event !== 'METRICS_UPDATED');

/** In the order in which the filter shows them. */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
