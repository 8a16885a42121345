import { Entity, Index, PrimaryColumn } from 'typeorm';

/** Records that the expiry of a connection's access token was announced. */
@Entity('expiry_notices')
@Index('expiry_notices_expires_idx', ['expiresAt'])
export class ExpiryNoticeEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'expiry_notices_pkey' })
  connectionId: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'expiry_notices_pkey' })
  expiresAt: Date;
}
