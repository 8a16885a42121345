import { type WebhookEvent, WebhookEventName } from '../webhooks/webhook-event.js';
import type { MetricValues } from './metrics.js';

/** A post whose numbers were read. */
export interface UpdatedPost {
  postId: string;
  postGroupId: string;
  values: MetricValues;
}

/** Posts of an event. A body has at most some 40 kB. */
const MAX_POSTS = 100;

/** That numbers of posts of an account were read: one event for each hundred. */
export function metricsUpdated(
  { id, userId, platform, platformId }: { id: string; userId: string; platform: string; platformId: string },
  posts: readonly UpdatedPost[],
  measuredAt: Date,
): WebhookEvent[] {
  const events = Array.from({ length: Math.ceil(posts.length / MAX_POSTS) }, (_, index) =>
    posts.slice(index * MAX_POSTS, (index + 1) * MAX_POSTS),
  );
  return events.map((some) => ({
    ...{ name: WebhookEventName.METRICS_UPDATED, userId, subject: id },
    data: { platform, platformId, measuredAt, posts: some },
  }));
}
