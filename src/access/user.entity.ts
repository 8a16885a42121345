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

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
