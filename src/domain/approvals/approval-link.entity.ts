import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A secret page on which somebody without a login decides about requests. */
@Entity('approval_links')
export class ApprovalLinkEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'approval_links_pkey' })
  id: string;

  /** The account. */
  @Index('approval_links_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  /** SHA-256 of the token in its address, hex. */
  @Index('approval_links_token_key', { unique: true })
  @Column('text')
  tokenHash: string;

  /** Whom it is for: decisions are recorded under this name. */
  @Column('text')
  name: string;

  @Column('text', { array: true })
  groupIds: string[];

  @Column('varchar', { length: 24 })
  createdById: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Index('approval_links_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
