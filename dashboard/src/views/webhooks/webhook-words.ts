import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { graphql } from '../../api/graphql.js';

export type WebhookEvent = ReturnType<typeof graphql.scalar<'WebhookEventName'>>;

/** The events, in words. */
export const EVENTS: Record<WebhookEvent, MessageDescriptor> = {
  POST_SCHEDULED: msg`Post scheduled`,
  POST_PUBLISHED: msg`Post published`,
  POST_FAILED: msg`Post failed`,
  FIRST_COMMENT_PUBLISHED: msg`First comment published`,
  FIRST_COMMENT_FAILED: msg`First comment failed`,
  TOKEN_EXPIRING: msg`Access to an account ends soon`,
  METRICS_UPDATED: msg`Results were read`,
};
export const EVENT_NAMES = Object.keys(EVENTS) as WebhookEvent[];
/** Those that a new webhook has unless others are chosen: results are read often. */
export const USUAL_EVENTS = EVENT_NAMES.filter((event) => event !== 'METRICS_UPDATED');

/** In the order in which the filter shows them. */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
