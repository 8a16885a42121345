import pg, { type Pool } from 'pg';
import { DataSource, QueryFailedError, type QueryRunner, type DataSourceOptions as TypeormOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { ConnectionEntity } from '../domain/accounts/connection.entity.js';
import { ConnectionActivityEntity } from '../domain/accounts/connection-activity.entity.js';
import { InstanceClientEntity } from '../domain/accounts/instance-client.entity.js';
import { LoginAttemptEntity } from '../domain/accounts/login-attempt.entity.js';
import { LinkRuleEntity } from '../domain/additions/link-rule.entity.js';
import { SignatureEntity } from '../domain/additions/signature.entity.js';
import { ApprovalEntity } from '../domain/approvals/approval.entity.js';
import { ApprovalDecisionEntity } from '../domain/approvals/approval-decision.entity.js';
import { ApprovalLinkEntity } from '../domain/approvals/approval-link.entity.js';
import { ApprovalPolicyEntity } from '../domain/approvals/approval-policy.entity.js';
import { AuditEventEntity } from '../domain/audit/audit-event.entity.js';
import { BannerEntity } from '../domain/banner/banner.entity.js';
import { CalendarFeedEntity } from '../domain/calendar/calendar-feed.entity.js';
import { CommentEntity } from '../domain/comments/comment.entity.js';
import { NetworkAnswerEntity } from '../domain/engagement/network-answer.entity.js';
import { FeedEntity } from '../domain/feeds/feed.entity.js';
import { FeedEntryEntity } from '../domain/feeds/feed-entry.entity.js';
import { PostVersionEntity } from '../domain/history/post-version.entity.js';
import { ApiKeyEntity } from '../domain/identity/access/api-key.entity.js';
import { ApplicationEntity } from '../domain/identity/access/application.entity.js';
import { DeviceEntity } from '../domain/identity/access/device.entity.js';
import { OperatorSessionEntity } from '../domain/identity/access/operator-session.entity.js';
import { ParkedUserEntity } from '../domain/identity/access/parked-user.entity.js';
import { SessionEntity } from '../domain/identity/access/session.entity.js';
import { UserEntity } from '../domain/identity/account/user.entity.js';
import { EmailTokenEntity } from '../domain/identity/people/email-token.entity.js';
import { MembershipEntity } from '../domain/identity/people/membership.entity.js';
import { PersonEntity } from '../domain/identity/people/person.entity.js';
import { SignUpEntity } from '../domain/identity/people/sign-up.entity.js';
import { RecoveryCodeEntity } from '../domain/identity/second-factor/recovery-code.entity.js';
import { SecondFactorEntity } from '../domain/identity/second-factor/second-factor.entity.js';
import { ImportEntity } from '../domain/imports/import.entity.js';
import { ImportRowEntity } from '../domain/imports/import-row.entity.js';
import { GroupLabelEntity } from '../domain/labels/group-label.entity.js';
import { LabelEntity } from '../domain/labels/label.entity.js';
import { MediaLabelEntity } from '../domain/labels/media-label.entity.js';
import { MediaEntity } from '../domain/media/media.entity.js';
import { MediaConversionEntity } from '../domain/media/media-conversion.entity.js';
import { ObjectDeletionEntity } from '../domain/media/object-deletion.entity.js';
import { ProcessingSessionEntity } from '../domain/media/processing-session.entity.js';
import { InvitationEntity } from '../domain/members/invitation.entity.js';
import { AccountMetricsEntity } from '../domain/metrics/account-metrics.entity.js';
import { MeasuredAccountEntity } from '../domain/metrics/measured-account.entity.js';
import { PostMetricsEntity } from '../domain/metrics/post-metrics.entity.js';
import { NotificationEntity } from '../domain/notifications/notification.entity.js';
import { NotificationPreferenceEntity } from '../domain/notifications/notification-preference.entity.js';
import { PushDeliveryEntity } from '../domain/notifications/push-delivery.entity.js';
import { PushKeyEntity } from '../domain/notifications/push-key.entity.js';
import { PushSubscriptionEntity } from '../domain/notifications/push-subscription.entity.js';
import { AccountExportEntity } from '../domain/owner/account-export.entity.js';
import { RemovedUserEntity } from '../domain/owner/removed-user.entity.js';
import { LiveEventEntity } from '../domain/posts/progress/live-event.entity.js';
import { PostSearchEntity } from '../domain/posts/reading/post-search.entity.js';
import { IdempotencyKeyEntity } from '../domain/posts/state/idempotency-key.entity.js';
import { PlatformPostEntity } from '../domain/posts/state/platform-post.entity.js';
import { PostGroupEntity } from '../domain/posts/state/post-group.entity.js';
import { PostLogEntity } from '../domain/posts/state/post-log.entity.js';
import { PublishAttemptEntity } from '../domain/posts/state/publish-attempt.entity.js';
import { LivePostEntity } from '../domain/publishing/live-post.entity.js';
import { PublishingPauseEntity } from '../domain/publishing/publishing-pause.entity.js';
import { RateUseEntity } from '../domain/publishing/rate-use.entity.js';
import { RemovedAttemptEntity } from '../domain/publishing/removed-attempt.entity.js';
import { RecoveryPolicyEntity } from '../domain/recovery/recovery-policy.entity.js';
import { OccurrenceEntity } from '../domain/recurrences/occurrence.entity.js';
import { RecurrenceEntity } from '../domain/recurrences/recurrence.entity.js';
import { ReportEmailEntity } from '../domain/reports/report-email.entity.js';
import { ReportLinkEntity } from '../domain/reports/report-link.entity.js';
import { PostingScheduleEntity } from '../domain/schedules/posting-schedule.entity.js';
import { QueueEntryEntity } from '../domain/schedules/queue-entry.entity.js';
import { SnippetEntity } from '../domain/snippets/snippet.entity.js';
import { LimitNoticeEntity } from '../domain/usage/limit-notice.entity.js';
import { LiveProcessEntity } from '../domain/usage/live-process.entity.js';
import { LiveUsageEntity } from '../domain/usage/live-usage.entity.js';
import { PostUsageEntity } from '../domain/usage/post-usage.entity.js';
import { StorageUsageEntity } from '../domain/usage/storage-usage.entity.js';
import { ExpiryNoticeEntity } from '../domain/webhooks/expiry-notice.entity.js';
import { WebhookEntity } from '../domain/webhooks/webhook.entity.js';
import { WebhookAttemptEntity } from '../domain/webhooks/webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from '../domain/webhooks/webhook-delivery.entity.js';
import { ConnectionPageEntity } from '../domain/workspaces/connection-page.entity.js';
import { type Connections, makeConnections } from '../foundation/database/connections.js';
import { parseDatabaseUrl } from '../foundation/database/database-url.js';
import { HealthCheckEntity } from '../foundation/database/health-check.entity.js';
import { Initial1795824000000 } from '../foundation/database/migrations/1795824000000-initial.js';
import { SnakeNamingStrategy } from '../foundation/database/naming-strategy.js';
import { RequestLimitEntity, ThrottleEntity } from '../foundation/request-limits/request-limit.entity.js';

const silent = () => undefined;

/** The sender of a statement reports its errors; TypeORM would print failed migrations on standard output. */
const SILENT = {
  logQuery: silent,
  logQueryError: silent,
  logQuerySlow: silent,
  logSchemaBuild: silent,
  logMigration: silent,
  log: silent,
};

/** In any order: their names end with their times. */
export const MIGRATIONS = [Initial1795824000000];

export interface DataSourceOptions {
  url: string;
  poolSize: number;
  /** How it connects; by default with its own connections. */
  connect?: Connections['options'];
  /** Those of this version, if left out. */
  migrations?: NonNullable<TypeormOptions['migrations']>;
}

/** The connections of a data source that is open. */
export const poolOf = ({ driver }: DataSource): Pool => (driver as PostgresDriver).master;

/** Sends statements outside of transactions without a query runner, which would take a tenth of a page's CPU. */
class PooledDataSource extends DataSource {
  override async query<Result>(text: string, values?: unknown[], runner?: QueryRunner): Promise<Result> {
    if (runner || !this.isInitialized) return super.query(text, values, runner);
    const client = await poolOf(this).connect();
    try {
      const { command, rows, rowCount } = await client.query(text, values);
      // As a query runner returns it.
      const result: unknown = command === 'UPDATE' || command === 'DELETE' ? [rows, rowCount] : rows;
      return result as Result;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    } finally {
      client.release();
    }
  }
}

/** The tables and migrations of the service on one Postgres. Not connected yet: `initialize()` does that. */
export const makeDataSource = ({ url, poolSize, connect, migrations = MIGRATIONS }: DataSourceOptions): DataSource =>
  new PooledDataSource({
    type: 'postgres',
    // TypeORM would load it from node_modules, where a bundle does not need it.
    driver: pg,
    // Where each connection is made to, `extra` says.
    url: parseDatabaseUrl(url)?.hosts[0] ?? url,
    poolSize,
    extra: connect ?? makeConnections(url).options,
    applicationName: 'social-publishing-service',
    namingStrategy: new SnakeNamingStrategy(),
    entities: [
      UserEntity,
      PersonEntity,
      MembershipEntity,
      InvitationEntity,
      NotificationEntity,
      NotificationPreferenceEntity,
      PushKeyEntity,
      PushSubscriptionEntity,
      PushDeliveryEntity,
      ApprovalPolicyEntity,
      ApprovalEntity,
      ApprovalDecisionEntity,
      FeedEntity,
      FeedEntryEntity,
      PostVersionEntity,
      ApprovalLinkEntity,
      CommentEntity,
      LabelEntity,
      GroupLabelEntity,
      MediaLabelEntity,
      RecoveryPolicyEntity,
      PostingScheduleEntity,
      QueueEntryEntity,
      RecurrenceEntity,
      OccurrenceEntity,
      OperatorSessionEntity,
      ParkedUserEntity,
      ApiKeyEntity,
      ApplicationEntity,
      SessionEntity,
      DeviceEntity,
      SecondFactorEntity,
      RecoveryCodeEntity,
      SignUpEntity,
      EmailTokenEntity,
      ConnectionPageEntity,
      BannerEntity,
      CalendarFeedEntity,
      ConnectionEntity,
      ConnectionActivityEntity,
      LoginAttemptEntity,
      InstanceClientEntity,
      PostGroupEntity,
      PlatformPostEntity,
      PostLogEntity,
      PostSearchEntity,
      IdempotencyKeyEntity,
      LiveEventEntity,
      LiveProcessEntity,
      LiveUsageEntity,
      PublishAttemptEntity,
      PublishingPauseEntity,
      LivePostEntity,
      RemovedAttemptEntity,
      RateUseEntity,
      PostUsageEntity,
      StorageUsageEntity,
      LimitNoticeEntity,
      MediaEntity,
      MediaConversionEntity,
      ObjectDeletionEntity,
      ProcessingSessionEntity,
      PostMetricsEntity,
      AccountMetricsEntity,
      MeasuredAccountEntity,
      ReportEmailEntity,
      ReportLinkEntity,
      SnippetEntity,
      SignatureEntity,
      LinkRuleEntity,
      ImportEntity,
      ImportRowEntity,
      WebhookEntity,
      WebhookDeliveryEntity,
      WebhookAttemptEntity,
      ExpiryNoticeEntity,
      NetworkAnswerEntity,
      RemovedUserEntity,
      AccountExportEntity,
      HealthCheckEntity,
      RequestLimitEntity,
      ThrottleEntity,
      AuditEventEntity,
    ],
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logger: SILENT,
  });
