import { DataSource } from 'typeorm';
import { ApiKeyEntity } from '../access/api-key.entity.js';
import { DeviceEntity } from '../access/device.entity.js';
import { RecoveryCodeEntity } from '../access/recovery-code.entity.js';
import { SecondFactorEntity } from '../access/second-factor.entity.js';
import { SessionEntity } from '../access/session.entity.js';
import { SignInThrottleEntity } from '../access/sign-in-throttle.entity.js';
import { UserEntity } from '../access/user.entity.js';
import { ConnectionEntity } from '../connections/connection.entity.js';
import { InstanceClientEntity } from '../connections/instance-client.entity.js';
import { LoginAttemptEntity } from '../connections/login-attempt.entity.js';
import { LiveEventEntity } from '../live/live-event.entity.js';
import { LiveProcessEntity } from '../live/live-process.entity.js';
import { LiveUsageEntity } from '../live/live-usage.entity.js';
import { MediaEntity } from '../media/media.entity.js';
import { MediaConversionEntity } from '../media/media-conversion.entity.js';
import { ObjectDeletionEntity } from '../media/object-deletion.entity.js';
import { ProcessingSessionEntity } from '../media/processing-session.entity.js';
import { NetworkAnswerEntity } from '../network/network-answer.entity.js';
import { LimitNoticeEntity } from '../plans/limit-notice.entity.js';
import { PostUsageEntity } from '../plans/post-usage.entity.js';
import { StorageUsageEntity } from '../plans/storage-usage.entity.js';
import { IdempotencyKeyEntity } from '../posts/idempotency-key.entity.js';
import { PlatformPostEntity } from '../posts/platform-post.entity.js';
import { PostGroupEntity } from '../posts/post-group.entity.js';
import { PostLogEntity } from '../posts/post-log.entity.js';
import { PublishAttemptEntity } from '../publishing/publish-attempt.entity.js';
import { RateUseEntity } from '../publishing/rate-use.entity.js';
import { RequestLimitEntity } from '../request-limits/request-limit.entity.js';
import { ExpiryNoticeEntity } from '../webhooks/expiry-notice.entity.js';
import { WebhookEntity } from '../webhooks/webhook.entity.js';
import { WebhookAttemptEntity } from '../webhooks/webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from '../webhooks/webhook-delivery.entity.js';
import { ConnectionPageEntity } from '../workspace/connection-page.entity.js';
import { type Connections, makeConnections } from './connections.js';
import { HealthCheckEntity } from './health-check.entity.js';
import { Initial1763700000000 } from './migrations/1763700000000-initial.js';
import { Accounts1763800000000 } from './migrations/1763800000000-accounts.js';
import { Media1763900000000 } from './migrations/1763900000000-media.js';
import { Platforms1764000000000 } from './migrations/1764000000000-platforms.js';
import { Logins1764100000000 } from './migrations/1764100000000-logins.js';
import { Webhooks1764200000000 } from './migrations/1764200000000-webhooks.js';
import { Network1764300000000 } from './migrations/1764300000000-network.js';
import { Health1764400000000 } from './migrations/1764400000000-health.js';
import { LiveCursor1764500000000 } from './migrations/1764500000000-live-cursor.js';
import { SkippedDeliveries1764600000000 } from './migrations/1764600000000-skipped-deliveries.js';
import { Leases1764700000000 } from './migrations/1764700000000-leases.js';
import { SharedTexts1764800000000 } from './migrations/1764800000000-shared-texts.js';
import { RequestLimits1764900000000 } from './migrations/1764900000000-request-limits.js';
import { SecondFactor1765100000000 } from './migrations/1765100000000-second-factor.js';
import { StorageUsage1765200000000 } from './migrations/1765200000000-storage-usage.js';
import { Subscriptions1765300000000 } from './migrations/1765300000000-subscriptions.js';
import { SnakeNamingStrategy } from './naming-strategy.js';

export interface DataSourceOptions {
  url: string;
  poolSize: number;
  /** How it connects; on its own when nothing is said. */
  connect?: Connections['options'];
}

/** The tables and migrations of the service on one Postgres. Not connected yet: `initialize()` does that. */
export const makeDataSource = ({ url, poolSize, connect }: DataSourceOptions): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
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
      ConnectionPageEntity,
      ConnectionEntity,
      LoginAttemptEntity,
      InstanceClientEntity,
      PostGroupEntity,
      PlatformPostEntity,
      PostLogEntity,
      IdempotencyKeyEntity,
      LiveEventEntity,
      LiveProcessEntity,
      LiveUsageEntity,
      PublishAttemptEntity,
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
      HealthCheckEntity,
      RequestLimitEntity,
    ],
    migrations: [
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
      Subscriptions1765300000000,
      SecondFactor1765100000000,
      StorageUsage1765200000000,
    ],
    migrationsTransactionMode: 'each',
    synchronize: false,
  });
