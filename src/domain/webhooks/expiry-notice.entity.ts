import { Entity, Index, PrimaryColumn } from 'typeorm';

/** That an owner's webhooks were told that a connection's access ends then. */
@Entity('expiry_notices')
@Index('expiry_notices_expires_idx', ['expiresAt'])
export class ExpiryNoticeEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'expiry_notices_pkey' })
  connectionId: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'expiry_notices_pkey' })
  expiresAt: Date;
}
