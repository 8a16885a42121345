import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LiveEventPayload } from './live-event.js';

/** One step of a group's story, numbered within the group. It outlives the group, so that its removal is told too. */
@Entity('live_events')
@Index('live_events_user_idx', ['userId', 'createdAt'])
@Index('live_events_created_idx', ['createdAt'])
export class LiveEventEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'live_events_pkey' })
  groupId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'live_events_pkey' })
  sequence: number;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('jsonb')
  payload: LiveEventPayload;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
