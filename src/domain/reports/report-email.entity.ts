import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { MembershipEntity } from '../identity/people/membership.entity.js';
import type { ReportFrequency } from './report-periods.js';

/** Reports of an account for one person. It goes with the membership that lets the person see the account. */
@Entity('report_emails')
@Index('report_emails_membership_idx', ['personId', 'memberOf'])
export class ReportEmailEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'report_emails_pkey' })
  personId: string;

  /** The account. */
  @Index('report_emails_user_idx')
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'report_emails_pkey' })
  userId: string;

  /** The account whose member the person is: `userId`, or the one that manages it. */
  @Column('varchar', { length: 24 })
  memberOf: string;

  @ManyToOne(() => MembershipEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'person_id', referencedColumnName: 'personId', foreignKeyConstraintName: 'report_emails_membership_fkey' },
    { name: 'member_of', referencedColumnName: 'userId', foreignKeyConstraintName: 'report_emails_membership_fkey' },
  ])
  membership?: Related<MembershipEntity>;

  @Column('text')
  frequency: ReportFrequency;

  /** The day after the period of the next one, on which it is sent; null: none is sent. */
  @Index('report_emails_next_idx', { where: 'next_on IS NOT NULL' })
  @Column('date', { nullable: true })
  nextOn: string | null;

  /** That of the last one that was sent or left out. It stays when reports end, so that no period is sent twice. */
  @Column('date', { nullable: true })
  lastOn: string | null;
}
