import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { RecurrenceEntity } from './recurrence.entity.js';
import type { OccurrenceState, Problem } from './recurrences.js';

/** A time of a recurrence that was looked at: its post was created, is not to be created, or was missed. */
@Entity('occurrences')
export class OccurrenceEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'occurrences_pkey' })
  recurrenceId: string;

  @ManyToOne(() => RecurrenceEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'recurrence_id', foreignKeyConstraintName: 'occurrences_recurrence_fkey' })
  recurrence?: Related<RecurrenceEntity>;

  /** The time by the rule. Its post may have another one. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'occurrences_pkey' })
  occursAt: Date;

  @Column('text')
  state: OccurrenceState;

  /** Null: it has none, or it was deleted. */
  @Index('occurrences_group_key', { unique: true, where: 'group_id IS NOT NULL' })
  @Column('varchar', { length: 24, nullable: true })
  groupId: string | null;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'occurrences_group_fkey' })
  group?: Related<PostGroupEntity>;

  /** The `updatedAt` of its group when it was created: one that was changed since keeps its changes. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  groupUpdatedAt: Date | null;

  /** Why it was missed. */
  @Column('jsonb', { nullable: true })
  problem: Problem | null;
}
