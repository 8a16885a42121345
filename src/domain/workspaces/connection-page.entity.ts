import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The link with which a managed user connects accounts without a password [workspace-users/connection-page]. */
@Entity('connection_pages')
export class ConnectionPageEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'connection_pages_pkey' })
  userId: string;

  /** SHA-256 of the token, hex: finds the page. */
  @Index('connection_pages_token_key', { unique: true })
  @Column('text')
  tokenHash: string;

  /** The token itself, encrypted: the same link is shown again until it is rotated. */
  @Column('text')
  token: string;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
