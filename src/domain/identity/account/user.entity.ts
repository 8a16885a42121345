import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LimitOverrides, PlanKey } from '../../plans/plans.js';

/** An account of the service: an owner with a plan, or a managed user under an owner. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'users_pkey' })
  id: string;

  /**
   * Belongs to the account that signs in with it, or has confirmed it. That of a managed user, or of one who was
   * detached, is a name that a workspace owner gave: the owner of the mailbox can still sign up with it.
   */
  @Index('users_email_key', {
    unique: true,
    where: 'managed_by_id IS NULL AND (password_hash IS NOT NULL OR email_confirmed_at IS NOT NULL)',
  })
  @Index('users_managed_email_key', { unique: true, where: 'managed_by_id IS NOT NULL' })
  @Column('text')
  email: string;

  /** When a link that was sent there was used, or an operator vouched for it; null: unconfirmed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  emailConfirmedAt: Date | null;

  @Column('text')
  displayName: string;

  /** In which its owner reads and enters times: a name of the IANA database; null: that of the browser. */
  @Column('text', { nullable: true })
  timeZone: string | null;

  /** Argon2id; null for a user who does not sign in (managed, or made by an operator without a password). */
  @Column('text', { nullable: true })
  passwordHash: string | null;

  @Column('text')
  plan: PlanKey;

  /** May send `x-service-client: mcp`, together with the key's own flag. */
  @Column('boolean', { default: false })
  mcpAccess: boolean;

  /** May act for managed users, together with the key's own flag. */
  @Column('boolean', { default: false })
  workspaceAccess: boolean;

  /** May open the operator's console, with a second factor. Set by `admin set-flags` alone. */
  @Column('boolean', { default: false })
  isOperator: boolean;

  /** The owner that manages this user; null for an owner. */
  @Index('users_managed_by_idx')
  @Column('varchar', { length: 24, nullable: true })
  managedById: string | null;

  /** The owner that managed this user before; null if it was never detached. */
  @Index('users_detached_from_idx', { where: 'detached_from_id IS NOT NULL' })
  @Column({ type: 'varchar', length: 24, nullable: true, select: false })
  detachedFromId?: string | null;

  /** What it had when it was detached, which its former owner's account still counts (usage.repository.ts). */
  @Column({ type: 'jsonb', nullable: true, select: false })
  detachedWith?: object | null;

  /** Channels that the account has paid for; null: as many as the plan allows. */
  @Column('integer', { nullable: true })
  channelQuantity: number | null;

  /** Limits of this account that replace those of its plan; null: there are none. */
  @Column({ type: 'jsonb', nullable: true })
  limitOverrides: LimitOverrides | null;

  /** On hold since then: the dashboard is closed, the API is not [dashboard/account-on-hold]. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  heldAt: Date | null;

  @Column('text', { nullable: true })
  holdReason: string | null;

  /** Null: until it is released. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  holdExpiresAt: Date | null;

  /** Deactivated since then: sign-in is blocked, and its keys are rejected. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deactivatedAt: Date | null;

  /** When it is removed, unless its owner cancels that. From then on it has no access, and its posts are not published. */
  @Index('users_removal_idx', { where: 'removal_at IS NOT NULL' })
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removalAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
