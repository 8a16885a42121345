import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import type { ApprovalState } from './approvals.js';

/** The latest request to approve a group. */
@Entity('approvals')
@Index('approvals_pending_idx', ['userId', 'requestedAt', 'groupId'], { where: "state = 'PENDING'" })
export class ApprovalEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'approvals_pkey' })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'approvals_group_fkey' })
  group?: Related<PostGroupEntity>;

  /** Changes with each request: decisions belong to one. */
  @Column('varchar', { length: 24 })
  requestId: string;

  @Column('varchar', { length: 24 })
  userId: string;

  /** A pending request is outdated by a later change of its group as well (`stateOf`). */
  @Column('text')
  state: ApprovalState;

  /** The person who requested it; null: a program. */
  @Column('varchar', { length: 24, nullable: true })
  requestedById: string | null;

  /** Name of the person or of the program, at that time. */
  @Column('text')
  requestedBy: string;

  @Column({ type: 'timestamptz', precision: 3 })
  requestedAt: Date;

  /** When the group is to go out; null: as soon as it is approved. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  scheduledTime: Date | null;

  /** `updatedAt` of the group that is to be approved: of no later one. */
  @Column({ type: 'timestamptz', precision: 3 })
  groupUpdatedAt: Date;
}
