import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A browser where an account has signed in. Its cookie holds a token that outlives sessions; its hash is stored here.
 */
@Entity('devices')
export class DeviceEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'devices_pkey' })
  id: string;

  @Index('devices_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  /** SHA-256 of the token, hex. */
  @Index('devices_token_key', { unique: true })
  @Column('text')
  tokenHash: string;

  @Index('devices_last_sign_in_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  lastSignInAt: Date;
}
