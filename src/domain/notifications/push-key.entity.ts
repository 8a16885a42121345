import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A key pair with which push messages are signed (VAPID, RFC 8292). The oldest one is for new subscriptions. Others came with
 * accounts from other pods: the subscriptions of these work with them alone.
 */
@Entity('push_keys')
export class PushKeyEntity {
  /** P-256, uncompressed, base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'push_keys_pkey' })
  publicKey: string;

  /** Encrypted. */
  @Column('text')
  privateKey: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
