import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WebhookEventName } from './webhook-event.js';

/** An address that receives a user's events. */
@Entity('webhooks')
@Index('webhooks_user_idx', ['userId', 'createdAt', 'id'])
export class WebhookEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'webhooks_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  name: string;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: WebhookEventName[];

  /** Encrypted (credential-cipher.ts). */
  @Column('text')
  secret: string;

  @Column('boolean')
  isActive: boolean;

  @Column('integer')
  failureCount: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failuresCountFrom: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastTriggeredAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
