import pg, { type Pool } from 'pg';
import { DataSource, type DataSourceOptions as TypeormOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { ConnectionEntity } from '../domain/accounts/connection.entity.js';
import { ConnectionActivityEntity } from '../domain/accounts/connection-activity.entity.js';
import { InstanceClientEntity } from '../domain/accounts/instance-client.entity.js';
import { LoginAttemptEntity } from '../domain/accounts/login-attempt.entity.js';
import { AuditEventEntity } from '../domain/audit/audit-event.entity.js';
import { CalendarFeedEntity } from '../domain/calendar/calendar-feed.entity.js';
import { NetworkAnswerEntity } from '../domain/engagement/network-answer.entity.js';
import { ApiKeyEntity } from '../domain/identity/api-key.entity.js';
import { DeviceEntity } from '../domain/identity/device.entity.js';
import { EmailTokenEntity } from '../domain/identity/email-token.entity.js';
import { RecoveryCodeEntity } from '../domain/identity/recovery-code.entity.js';
import { SecondFactorEntity } from '../domain/identity/second-factor.entity.js';
import { SessionEntity } from '../domain/identity/session.entity.js';
import { SignInThrottleEntity } from '../domain/identity/sign-in-throttle.entity.js';
import { SignUpEntity } from '../domain/identity/sign-up.entity.js';
import { UserEntity } from '../domain/identity/user.entity.js';
import { MediaEntity } from '../domain/media/media.entity.js';
import { MediaConversionEntity } from '../domain/media/media-conversion.entity.js';
import { ObjectDeletionEntity } from '../domain/media/object-deletion.entity.js';
import { ProcessingSessionEntity } from '../domain/media/processing-session.entity.js';
import { AccountExportEntity } from '../domain/owner/account-export.entity.js';
import { RemovedUserEntity } from '../domain/owner/removed-user.entity.js';
import { IdempotencyKeyEntity } from '../domain/posts/idempotency-key.entity.js';
import { LiveEventEntity } from '../domain/posts/live-event.entity.js';
import { PlatformPostEntity } from '../domain/posts/platform-post.entity.js';
import { PostGroupEntity } from '../domain/posts/post-group.entity.js';
import { PostLogEntity } from '../domain/posts/post-log.entity.js';
import { PostSearchEntity } from '../domain/posts/post-search.entity.js';
import { LivePostEntity } from '../domain/publishing/live-post.entity.js';
import { PublishAttemptEntity } from '../domain/publishing/publish-attempt.entity.js';
import { PublishingPauseEntity } from '../domain/publishing/publishing-pause.entity.js';
import { RateUseEntity } from '../domain/publishing/rate-use.entity.js';
import { RemovedAttemptEntity } from '../domain/publishing/removed-attempt.entity.js';
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
import { Initial1763700000000 } from '../foundation/database/migrations/1763700000000-initial.js';
import { Accounts1763800000000 } from '../foundation/database/migrations/1763800000000-accounts.js';
import { Media1763900000000 } from '../foundation/database/migrations/1763900000000-media.js';
import { Platforms1764000000000 } from '../foundation/database/migrations/1764000000000-platforms.js';
import { Logins1764100000000 } from '../foundation/database/migrations/1764100000000-logins.js';
import { Webhooks1764200000000 } from '../foundation/database/migrations/1764200000000-webhooks.js';
import { Network1764300000000 } from '../foundation/database/migrations/1764300000000-network.js';
import { Health1764400000000 } from '../foundation/database/migrations/1764400000000-health.js';
import { LiveCursor1764500000000 } from '../foundation/database/migrations/1764500000000-live-cursor.js';
import { SkippedDeliveries1764600000000 } from '../foundation/database/migrations/1764600000000-skipped-deliveries.js';
import { Leases1764700000000 } from '../foundation/database/migrations/1764700000000-leases.js';
import { SharedTexts1764800000000 } from '../foundation/database/migrations/1764800000000-shared-texts.js';
import { RequestLimits1764900000000 } from '../foundation/database/migrations/1764900000000-request-limits.js';
import { SignUps1765000000000 } from '../foundation/database/migrations/1765000000000-sign-ups.js';
import { SecondFactor1765100000000 } from '../foundation/database/migrations/1765100000000-second-factor.js';
import { StorageUsage1765200000000 } from '../foundation/database/migrations/1765200000000-storage-usage.js';
import { Subscriptions1765300000000 } from '../foundation/database/migrations/1765300000000-subscriptions.js';
import { ConnectionActivity1765400000000 } from '../foundation/database/migrations/1765400000000-connection-activity.js';
import { PublishingPause1765410000000 } from '../foundation/database/migrations/1765410000000-publishing-pause.js';
import { Editing1765430000000 } from '../foundation/database/migrations/1765430000000-editing.js';
import { Unpublishing1765440000000 } from '../foundation/database/migrations/1765440000000-unpublishing.js';
import { Finding1765460000000 } from '../foundation/database/migrations/1765460000000-finding.js';
import { OwnTexts1765490000000 } from '../foundation/database/migrations/1765490000000-own-texts.js';
import { FoldedSearch1765500000000 } from '../foundation/database/migrations/1765500000000-folded-search.js';
import { AuditLog1765510000000 } from '../foundation/database/migrations/1765510000000-audit-log.js';
import { AccountRemoval1765520000000 } from '../foundation/database/migrations/1765520000000-account-removal.js';
import { Retention1765530000000 } from '../foundation/database/migrations/1765530000000-retention.js';
import { Requirements1765531000000 } from '../foundation/database/migrations/1765531000000-requirements.js';
import { PostCounts1765550000000 } from '../foundation/database/migrations/1765550000000-post-counts.js';
import { FewerIndexes1765551000000 } from '../foundation/database/migrations/1765551000000-fewer-indexes.js';
import { ShorterWords1765560000000 } from '../foundation/database/migrations/1765560000000-shorter-words.js';
import { CalendarFeeds1765561000000 } from '../foundation/database/migrations/1765561000000-calendar-feeds.js';
import { PagesOfCountChanges1765562500000 } from '../foundation/database/migrations/1765562500000-pages-of-count-changes.js';
import { AuditNotices1765570000000 } from '../foundation/database/migrations/1765570000000-audit-notices.js';
import { DeclaredContentTypes1765581000000 } from '../foundation/database/migrations/1765581000000-declared-content-types.js';
import { LivePosts1765590000000 } from '../foundation/database/migrations/1765590000000-live-posts.js';
import { DetachedUsers1765591000000 } from '../foundation/database/migrations/1765591000000-detached-users.js';
import { RenewalRefused1765592000000 } from '../foundation/database/migrations/1765592000000-renewal-refused.js';
import { RemovedAttempts1765593000000 } from '../foundation/database/migrations/1765593000000-removed-attempts.js';
import { SnakeNamingStrategy } from '../foundation/database/naming-strategy.js';
import { RequestLimitEntity } from '../foundation/request-limits/request-limit.entity.js';

const silent = () => undefined;

/** Errors are reported by whoever sent the statement; TypeORM would print failed migrations on standard output. */
const SILENT = {
  logQuery: silent,
  logQueryError: silent,
  logQuerySlow: silent,
  logSchemaBuild: silent,
  logMigration: silent,
  log: silent,
};

/** In any order: their names end with their times. */
export const MIGRATIONS = [
  Initial1763700000000,
  Accounts1763800000000,
  Media1763900000000,
  Platforms1764000000000,
  Logins1764100000000,
  Webhooks1764200000000,
  Network1764300000000,
  Health1764400000000,
  LiveCursor1764500000000,
  SkippedDeliveries1764600000000,
  Leases1764700000000,
  SharedTexts1764800000000,
  RequestLimits1764900000000,
  SignUps1765000000000,
  Subscriptions1765300000000,
  SecondFactor1765100000000,
  StorageUsage1765200000000,
  ConnectionActivity1765400000000,
  PublishingPause1765410000000,
  Editing1765430000000,
  Unpublishing1765440000000,
  Finding1765460000000,
  OwnTexts1765490000000,
  FoldedSearch1765500000000,
  AuditLog1765510000000,
  AccountRemoval1765520000000,
  Retention1765530000000,
  Requirements1765531000000,
  PostCounts1765550000000,
  FewerIndexes1765551000000,
  ShorterWords1765560000000,
  CalendarFeeds1765561000000,
  PagesOfCountChanges1765562500000,
  AuditNotices1765570000000,
  DeclaredContentTypes1765581000000,
  LivePosts1765590000000,
  DetachedUsers1765591000000,
  RenewalRefused1765592000000,
  RemovedAttempts1765593000000,
];

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

/** The tables and migrations of the service on one Postgres. Not connected yet: `initialize()` does that. */
export const makeDataSource = ({ url, poolSize, connect, migrations = MIGRATIONS }: DataSourceOptions): DataSource =>
  new DataSource({
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
      ApiKeyEntity,
      SessionEntity,
      DeviceEntity,
      SecondFactorEntity,
      RecoveryCodeEntity,
      SignInThrottleEntity,
      SignUpEntity,
      EmailTokenEntity,
      ConnectionPageEntity,
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
      WebhookEntity,
      WebhookDeliveryEntity,
      WebhookAttemptEntity,
      ExpiryNoticeEntity,
      NetworkAnswerEntity,
      RemovedUserEntity,
      AccountExportEntity,
      HealthCheckEntity,
      RequestLimitEntity,
      AuditEventEntity,
    ],
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logger: SILENT,
  });
