import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { NotificationEntity } from './notification.entity.js';
import { PushSubscriptionEntity } from './push-subscription.entity.js';

/** A notification that is to go to a browser. Sent, it is deleted. */
@Entity('push_deliveries')
export class PushDeliveryEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'push_deliveries_pkey' })
  sessionId: string;

  @ManyToOne(() => PushSubscriptionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'push_deliveries_session_fkey' })
  subscription?: Related<PushSubscriptionEntity>;

  @Index('push_deliveries_notification_idx')
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'push_deliveries_pkey' })
  notificationId: string;

  @ManyToOne(() => NotificationEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'notification_id', foreignKeyConstraintName: 'push_deliveries_notification_fkey' })
  notification?: Related<NotificationEntity>;

  /** When it happened last. */
  @Column({ type: 'timestamptz', precision: 3 })
  causedAt: Date;
}
