import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LimitOverrides, PlanKey } from '../../plans/plans.js';

/** An account: what owns posts, connections and keys. It has a plan, or is a managed user under an account that has one. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'users_pkey' })
  id: string;

  /** Where mails about the account go: the address of its owner. That of a managed user is a name that its manager gave. */
  @Index('users_managed_email_key', { unique: true, where: 'managed_by_id IS NOT NULL' })
  @Column('text')
  email: string;

  /** When its owner confirmed the address; null: unconfirmed, or nobody signs in. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  emailConfirmedAt: Date | null;

  @Column('text')
  displayName: string;

  /** In which its owner reads and enters times: a name of the IANA database; null: that of the browser. */
  @Column('text', { nullable: true })
  timeZone: string | null;

  @Column('text')
  plan: PlanKey;

  /** May send `x-service-client: mcp`, together with the key's own flag. */
  @Column('boolean', { default: false })
  mcpAccess: boolean;

  /** May act for managed users, together with the key's own flag. */
  @Column('boolean', { default: false })
  workspaceAccess: boolean;

  /** Members without a second factor may do nothing in it, nor in the users that it manages. */
  @Column('boolean', { default: false })
  twoFactorRequired: boolean;

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

  /** Changes of what is added to the texts of its posts, and to those of the users that it manages. */
  @Column('integer', { default: 0 })
  additionsRevision: number;

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
