import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApprovalNeed, Approvers } from './approvals.js';

/** How posts of an account, or of a managed user, are approved. Without one, a managed user has that of its owner. */
@Entity('approval_policies')
export class ApprovalPolicyEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'approval_policies_pkey' })
  userId: string;

  @Column('text')
  neededFor: ApprovalNeed;

  @Column('text')
  approvers: Approvers;

  @Column('integer')
  approvals: number;
}
