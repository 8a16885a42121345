import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../identity/people/role.js';

/** A person who was asked to become a member of an account. */
@Entity('invitations')
@Index('invitations_user_email_key', ['userId', 'email'], { unique: true })
export class InvitationEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'invitations_pkey' })
  id: string;

  /** The account. */
  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  email: string;

  @Column('text')
  role: Role;

  /** SHA-256 of the token in the link, hex; null until the mail is written. */
  @Index('invitations_token_key', { unique: true })
  @Column('text', { nullable: true })
  tokenHash: string | null;

  /** Name of the person who invited, at that time. */
  @Column('text')
  invitedBy: string;

  /** The invitation is valid while this person may invite. */
  @Index('invitations_invited_by_idx')
  @Column('varchar', { length: 24 })
  invitedById: string;

  /** Managed users of the account to which the person is limited; null: the account itself. */
  @Column('varchar', { length: 24, array: true, nullable: true })
  managedUserIds: string[] | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Index('invitations_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
