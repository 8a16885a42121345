import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CURRENT_TRANSACTION } from '../../../foundation/database/columns.js';
import type { LiveEventPayload } from '../state/live-event.js';

/** One event of a group, numbered within the group. It outlives the group, so that its removal is reported too. */
@Entity('live_events')
@Index('live_events_user_idx', ['userId', 'position'])
@Index('live_events_created_idx', ['createdAt'])
export class LiveEventEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'live_events_pkey' })
  groupId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'live_events_pkey' })
  sequence: number;

  @Column('varchar', { length: 24 })
  userId: string;

  /** The transaction that stored it. A bigint, because TypeORM does not support xid8. */
  @Column('bigint', { default: CURRENT_TRANSACTION })
  transactionId: string;

  /** Its position among the account's events that a subscriber has not seen. */
  @Column('bigint', { default: CURRENT_TRANSACTION })
  position: string;

  @Column('jsonb')
  payload: LiveEventPayload;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
