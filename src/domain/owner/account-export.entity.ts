import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AccountExportStatus } from './account-export.js';

/** An archive of everything in an account, requested by its owner. */
@Entity('account_exports')
@Index('account_exports_user_idx', ['userId', 'requestedAt'])
export class AccountExportEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'account_exports_pkey' })
  id: string;

  @Index('account_exports_pending_key', { unique: true, where: "status = 'pending'" })
  @Column('varchar', { length: 24 })
  userId: string;

  /** Where it is stored; unguessable, and never shown. */
  @Column('text')
  key: string;

  @Column('text')
  status: AccountExportStatus;

  /** Null until it is ready; a bigint is a text in JavaScript. */
  @Column('bigint', { nullable: true })
  bytes: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  requestedAt: Date;

  /** When it became ready, or failed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;

  /** Deleted then, with its archive. */
  @Index('account_exports_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
