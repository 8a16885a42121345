import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FrozenReport } from './reports.js';

/** A secret page with a report, for people without a login. */
@Entity('report_links')
export class ReportLinkEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'report_links_pkey' })
  id: string;

  /** The account. */
  @Index('report_links_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  /** SHA-256 of the token in its address, hex. */
  @Index('report_links_token_key', { unique: true })
  @Column('text')
  tokenHash: string;

  /** Its heading. */
  @Column('text')
  name: string;

  /** As of its creation. */
  @Column('jsonb')
  report: FrozenReport;

  @Column('varchar', { length: 24 })
  createdById: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Index('report_links_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
