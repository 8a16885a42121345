import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A connected account of a platform. */
@Entity('connections')
@Index('connections_user_platform_id_key', ['userId', 'platformId'], { unique: true })
@Index('connections_renew_idx', ['renewAt'], { where: 'renew_at IS NOT NULL AND revoked_at IS NULL' })
export class ConnectionEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'connections_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  /** Platform key; text, because the list of platforms grows without a migration. */
  @Column('text')
  platform: string;

  /** The platform's own id of the account, as it is (a DID keeps its colons). */
  @Column('text')
  accountId: string;

  /** `<platform>-<account id>` in the form that REST and GraphQL accept (see platform-id.ts). */
  @Column('text')
  platformId: string;

  @Column('text')
  username: string;

  @Column('text')
  displayName: string;

  @Column('text', { nullable: true })
  profileUrl: string | null;

  @Column('text', { nullable: true })
  profileImageUrl: string | null;

  /** Where this account's API lives; null: the platform's configured address. */
  @Column('text', { nullable: true })
  baseUrl: string | null;

  /** Encrypted JSON (credential-cipher.ts). */
  @Column('text')
  credentials: string;

  /** When the access token expires; null if it does not expire. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  accessTokenExpiresAt: Date | null;

  /** When the credentials are refreshed ahead of time; null: on demand, or never. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  renewAt: Date | null;

  /** Set when the platform refused to renew an access token that still works; cleared when it is renewed or reconnected. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  renewalRefusedAt: Date | null;

  /** Set when the platform permanently rejected the credentials; cleared when the account is reconnected. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
