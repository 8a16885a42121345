import type { RetentionConfig } from '../../jobs/retention-rules.js';
import { DAY_MS } from '../foundation/time/durations.js';
import { daysOrOff, integer, type Values } from './variable.js';

export const retentionVariables = {
  RETENTION_POST_LOGS_DAYS: daysOrOff(1)
    .prefault('365')
    .describe('How long entries of the log of a post are kept, at least until its publishing has ended. off: forever.'),
  RETENTION_PUBLISH_ATTEMPTS_DAYS: daysOrOff(7)
    .prefault('90')
    .describe(
      'How long the record of each attempt is kept after its post has ended, for support. Records that a retry still needs are kept forever.',
    ),
  RETENTION_WEBHOOK_DELIVERIES_DAYS: daysOrOff(30)
    .prefault('30')
    .describe('How long webhook deliveries are kept after they have ended, with their attempts.'),
  RETENTION_AUDIT_LOG_DAYS: integer(1, 3650)
    .prefault('365')
    .describe('How long the audit log is kept, also that of accounts that were removed.'),
  RETENTION_MEDIA_DAYS: daysOrOff(7)
    .prefault('off')
    .describe('How long files are kept after all posts of their group have ended. off: until the group is removed.'),
};

export const readRetention = (value: Values<typeof retentionVariables>): RetentionConfig => ({
  postLogsMs: value.RETENTION_POST_LOGS_DAYS,
  publishAttemptsMs: value.RETENTION_PUBLISH_ATTEMPTS_DAYS,
  webhookDeliveriesMs: value.RETENTION_WEBHOOK_DELIVERIES_DAYS,
  auditLogMs: value.RETENTION_AUDIT_LOG_DAYS * DAY_MS,
  mediaMs: value.RETENTION_MEDIA_DAYS,
});
