import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

/** One attempt of a delivery, once it has ended. */
@Entity('webhook_attempts')
export class WebhookAttemptEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'webhook_attempts_pkey' })
  deliveryId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'webhook_attempts_pkey' })
  number: number;

  @ManyToOne(() => WebhookDeliveryEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id', foreignKeyConstraintName: 'webhook_attempts_delivery_fkey' })
  delivery?: Related<WebhookDeliveryEntity>;

  @Column({ type: 'timestamptz', precision: 3 })
  startedAt: Date;

  @Column('integer')
  durationMs: number;

  @Column('integer', { nullable: true })
  status: number | null;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('text', { name: 'answer', nullable: true })
  responseExcerpt: string | null;
}
