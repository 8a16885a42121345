import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import type { Decision } from './approvals.js';

/** What one person, or the holder of a link, decided about a request. */
@Entity('approval_decisions')
@Index('approval_decisions_person_key', ['requestId', 'personId'], { unique: true })
export class ApprovalDecisionEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'approval_decisions_pkey' })
  id: string;

  @Index('approval_decisions_group_idx')
  @Column('varchar', { length: 24 })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'approval_decisions_group_fkey' })
  group?: Related<PostGroupEntity>;

  @Column('varchar', { length: 24 })
  requestId: string;

  /** Of the person, or of the link. */
  @Column('varchar', { length: 24 })
  personId: string;

  /** Who answers for it: the person, or the creator of the link. It counts while this person may approve. */
  @Column('varchar', { length: 24 })
  responsibleId: string;

  /** Name of the person or of the link, at that time. */
  @Column('text')
  decidedBy: string;

  @Column('text')
  decision: Decision;

  @Column('text', { nullable: true })
  comment: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  decidedAt: Date;
}
