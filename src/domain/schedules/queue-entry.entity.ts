import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { PostingScheduleEntity } from './posting-schedule.entity.js';

/**
 * A group that takes a time of a schedule. Postgres removes it with the group, and once the group has another time or is
 * taken back to draft (initial/schedules.ts). Entries whose time has passed are not in the queue any more.
 */
@Entity('queue_entries')
@Unique('queue_entries_slot_key', ['scheduleId', 'slotAt'], { deferrable: 'INITIALLY IMMEDIATE' })
export class QueueEntryEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'queue_entries_pkey' })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'queue_entries_group_fkey' })
  group?: Related<PostGroupEntity>;

  @Column('varchar', { length: 24 })
  scheduleId: string;

  @ManyToOne(() => PostingScheduleEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'schedule_id', foreignKeyConstraintName: 'queue_entries_schedule_fkey' })
  schedule?: Related<PostingScheduleEntity>;

  /** The group's time. While the schedule is paused, the group has none, and this is its place in the queue. */
  @Column({ type: 'timestamptz', precision: 3 })
  slotAt: Date;

  /**
   * Of a group that was scheduled when its schedule was paused: its `updatedAt` then. It is scheduled again with the
   * schedule if it was not changed since.
   */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  heldAt: Date | null;
}
