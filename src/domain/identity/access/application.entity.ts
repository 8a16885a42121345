import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApplicationScope } from './scope.js';

/**
 * An application that a user has connected: one consent, with its code and its tokens, stored as hashes. Each token is
 * replaced by the next one, so that a row has at most one of each kind.
 */
@Entity('applications')
export class ApplicationEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'applications_pkey' })
  id: string;

  @Index('applications_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  clientId: string;

  /** As the application names itself. */
  @Column('text')
  name: string;

  /** Where the code was sent. */
  @Column('text')
  redirectUri: string;

  @Column('text', { array: true })
  scopes: ApplicationScope[];

  /** SHA-256, hex, of what its code and all of its tokens begin with (application-token.ts). */
  @Index('applications_family_key', { unique: true })
  @Column('text')
  familyHash: string;

  @Column('text')
  codeHash: string;

  /** Of PKCE, by the method S256. */
  @Column('text')
  codeChallenge: string;

  /** Null until the code is exchanged. */
  @Column('text', { nullable: true })
  accessHash: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  accessExpiresAt: Date | null;

  /** Null until the code is exchanged. */
  @Column('text', { nullable: true })
  refreshHash: string | null;

  /** The person who allowed it. */
  @Column('varchar', { length: 24, nullable: true })
  createdById: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Slightly delayed: uses are recorded in batches (last-use.io.ts). */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  /** The end of the code, then that of the newest refresh token: the row is removed after it. */
  @Index('applications_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
