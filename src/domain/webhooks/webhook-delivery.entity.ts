import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CURRENT_TRANSACTION } from '../../foundation/database/columns.js';
import type { Related } from '../../foundation/database/table.js';
import { WebhookEntity } from './webhook.entity.js';
import type { DeliveryStatus } from './webhook.js';
import type { WebhookEventName } from './webhook-event.js';

/** One event for one webhook. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_webhook_idx', ['webhookId', 'id'])
@Index('webhook_deliveries_pending_idx', ['webhookId', 'subject', 'id'], { where: "status = 'pending'" })
@Index('webhook_deliveries_skipped_idx', ['webhookId', 'id'], { where: "status = 'skipped'" })
@Index('webhook_deliveries_created_idx', ['createdAt'])
@Index('webhook_deliveries_user_idx', ['userId', 'changedIn'])
export class WebhookDeliveryEntity {
  /** Sorts by time. */
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'webhook_deliveries_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  webhookId: string;

  @ManyToOne(() => WebhookEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'webhook_id', foreignKeyConstraintName: 'webhook_deliveries_webhook_fkey' })
  webhook?: Related<WebhookEntity>;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  event: WebhookEventName;

  @Column('varchar', { length: 24 })
  subject: string;

  /** Text, because JSON columns keep no order of keys. */
  @Column('text')
  body: string;

  @Column('text')
  status: DeliveryStatus;

  @Column('boolean')
  isTest: boolean;

  @Column('integer', { default: 0 })
  attemptCount: number;

  @Column('integer', { default: 0 })
  failures: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextAttemptAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;

  /** The transaction that stored it as it is. */
  @Column('bigint', { default: CURRENT_TRANSACTION, select: false })
  changedIn?: string;
}
