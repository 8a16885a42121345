import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import type { Problem } from './recurrences.js';

/** A post that is created again and again, by a rule. */
@Entity('recurrences')
@Index('recurrences_user_idx', ['userId', 'createdAt', 'id'])
export class RecurrenceEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'recurrences_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  /** The group that is copied for each occurrence; null: it was deleted. */
  @Index('recurrences_template_idx', { where: 'template_id IS NOT NULL' })
  @Column('varchar', { length: 24, nullable: true })
  templateId: string | null;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'template_id', foreignKeyConstraintName: 'recurrences_template_fkey' })
  template?: Related<PostGroupEntity>;

  /** The value of an RRULE (RFC 5545). */
  @Column('text')
  rule: string;

  /** A name of the IANA database. */
  @Column('text')
  timeZone: string;

  @Column({ type: 'timestamptz', precision: 3 })
  startsAt: Date;

  /** Another recurrence follows from here on. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endsBefore: Date | null;

  /** Texts beside that of the template, in rotation. */
  @Column('text', { array: true })
  texts: string[];

  /** The person who last changed it, for whom posts are scheduled; null: a program. */
  @Column('varchar', { length: 24, nullable: true })
  personId: string | null;

  /** Whether posts are scheduled; otherwise they are drafts that have the time. */
  @Column('boolean')
  publishes: boolean;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedAt: Date | null;

  /** The first occurrence that was not looked at; null: none follows. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextAt: Date | null;

  /** When it is looked at; null: nothing is to be created. */
  @Index('recurrences_due_idx', { where: 'due_at IS NOT NULL' })
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  /** Posts that were created: the number of texts that were used. */
  @Column('integer')
  usedTexts: number;

  /** Why the next occurrence could not be created yet. */
  @Column('jsonb', { nullable: true })
  problem: Problem | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
