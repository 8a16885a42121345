import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import type { MailContent } from '../../mail/mail-content.js';
import type { Permission } from '../identity/access/permission.js';
import { MembershipEntity } from '../identity/people/membership.entity.js';
import type { NotificationKind } from './notifications.js';

/** What happened, for one person. It goes with the membership that lets the person see it. */
@Entity('notifications')
@Index('notifications_person_idx', ['personId', 'createdAt', 'id'], { where: 'listed' })
@Index('notifications_unread_key', ['personId', 'kind', 'subjectId'], { unique: true, where: 'read_at IS NULL' })
@Index('notifications_subject_idx', ['subjectId', 'kind'])
@Index('notifications_membership_idx', ['personId', 'memberOf'])
export class NotificationEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'notifications_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  personId: string;

  /** The account whose member the person is: `userId`, or the one that manages it. */
  @Column('varchar', { length: 24 })
  memberOf: string;

  @ManyToOne(() => MembershipEntity, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'person_id',
      referencedColumnName: 'personId',
      foreignKeyConstraintName: 'notifications_membership_fkey',
    },
    {
      name: 'member_of',
      referencedColumnName: 'userId',
      foreignKeyConstraintName: 'notifications_membership_fkey',
    },
  ])
  membership?: Related<MembershipEntity>;

  /** The account that it is about. */
  @Index('notifications_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  kind: NotificationKind;

  /** What it is about: a later one of the same kind replaces it while it is unread. */
  @Column('varchar', { length: 64 })
  subjectId: string;

  /** The post that it is about: it is shown and mailed as long as that exists. */
  @Column('varchar', { length: 24, nullable: true })
  groupId: string | null;

  /** What its person needs to see it; null: it is for the person alone. */
  @Column('text', { nullable: true })
  permission: Permission | null;

  /** Says what happened. */
  @Column('text')
  title: string;

  /** The rest of the e-mail. */
  @Column('jsonb')
  blocks: MailContent['blocks'];

  /** How often it happened while it was unread. */
  @Column('integer', { default: 1 })
  count: number;

  /** Whether the dashboard lists it: it may be for the e-mail alone. */
  @Column('boolean')
  listed: boolean;

  /** When it happened last. */
  @Index('notifications_created_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readAt: Date | null;

  /** When it goes out by e-mail; null: it did, or does not. */
  @Index('notifications_to_mail_idx', { where: 'mail_at IS NOT NULL' })
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  mailAt: Date | null;
}
