import { z } from 'zod';
import type { PublishingConfig } from '../domain/publishing/publishing-config.js';
import { HOUR_MS } from '../foundation/time/durations.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import { decimal, flag, integer, list, retryDelays, type Values } from './variable.js';

const platforms = z
  .array(z.string())
  .transform((names) => new Set(names))
  .pipe(z.set(z.enum(PLATFORM_KEYS)).min(1));

export const publishingVariables = {
  PUBLISH_CONCURRENCY: integer(1, 500)
    .default(100)
    .describe(
      'Posts that a worker publishes at the same time: three quarters of them of one account to one platform, seven eighths to one platform.',
    ),
  WORKER_PLATFORMS: list(platforms, 'a comma-separated list of platforms')
    .prefault(PLATFORM_KEYS.join(','))
    .describe(
      'The platforms to which this worker publishes. Others have to publish to the rest: each platform needs a worker somewhere.',
    ),
  PUBLISH_TIMEOUT_MS: integer(100, 120_000)
    .default(20_000)
    .describe('How long a platform may take to answer a request.'),
  PUBLISH_GRACE_MS: integer(0, 120_000)
    .default(5_000)
    .describe(
      'How long after its response was due a platform may still store what it was sent. After a lost response, a post is sent again no sooner than `PUBLISH_TIMEOUT_MS` and this after the request, however early the connection broke: the two protect from publishing twice.',
    ),
  PUBLISH_LIST_LAG_MS: integer(0, 600_000).optional().meta({
    description:
      'How long a platform’s lists may lack a post that it has stored. Until then, a lookup that finds nothing proves nothing.',
    unset:
      'the bound of each platform: 30000 for microblog, socialpage, fediverse and pinboard, and for comments on photogram and videohub, 0 for others',
  }),
  PUBLISH_RETRY_DELAYS_MS: retryDelays
    .prefault('5000,30000,120000,600000')
    .describe('Waits before the second to the fifth attempt, ±20%.'),
  PUBLISH_RATE_LIMIT_WAIT_MS: integer(100, 900_000)
    .default(5_000)
    .describe(
      'The first wait for a platform that has rate-limited an account. Each further wait doubles, up to 15 minutes.',
    ),
  PUBLISH_MAX_LATENESS_HOURS: decimal(0, 8760).default(24).describe('How late a post is still published.'),
  PUBLISH_PAUSED: flag
    .default(false)
    .describe('Whether this process publishes nothing. Set it for every worker; due posts wait until it is off.'),
  WORKER_HEARTBEAT_SECONDS: integer(10, 600)
    .default(15)
    .describe('A worker that is silent for this long loses its jobs to another one.'),
};

export const readPublishing = (value: Values<typeof publishingVariables>): PublishingConfig => ({
  concurrency: value.PUBLISH_CONCURRENCY,
  otherPlatforms: PLATFORM_KEYS.filter((key) => !value.WORKER_PLATFORMS.has(key)),
  requestTimeoutMs: value.PUBLISH_TIMEOUT_MS,
  graceMs: value.PUBLISH_GRACE_MS,
  listLagMs: value.PUBLISH_LIST_LAG_MS ?? null,
  retryDelaysMs: value.PUBLISH_RETRY_DELAYS_MS,
  rateLimitWaitMs: value.PUBLISH_RATE_LIMIT_WAIT_MS,
  maxLatenessMs: value.PUBLISH_MAX_LATENESS_HOURS * HOUR_MS,
  paused: value.PUBLISH_PAUSED,
  heartbeatSeconds: value.WORKER_HEARTBEAT_SECONDS,
});
