import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PlanKey } from '../plans/plans.js';

/** An account of the service: an owner with a plan, or a managed user under an owner (document 1, "Managed users"). */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'users_pkey' })
  id: string;

  @Index('users_email_key', { unique: true })
  @Column('text')
  email: string;

  @Column('text')
  displayName: string;

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

  /** The owner that manages this user; null for an owner. */
  @Index('users_managed_by_idx')
  @Column('varchar', { length: 24, nullable: true })
  managedById: string | null;

  /** Channels that the account has paid for; null: as many as the plan allows. */
  @Column('integer', { nullable: true })
  channelQuantity: number | null;

  /** On hold since then: the dashboard is closed, the API is not (document 1, "Shared by all endpoints"). */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  heldAt: Date | null;

  @Column('text', { nullable: true })
  holdReason: string | null;

  /** Null: until somebody releases it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  holdExpiresAt: Date | null;

  /** Inactive since then: nobody signs in, and its keys have no owner any more. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deactivatedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
