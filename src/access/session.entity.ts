import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A dashboard session. The cookie holds a token; here is only its hash. */
@Entity('sessions')
export class SessionEntity {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'sessions_pkey' })
  tokenHash: string;

  @Index('sessions_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Index('sessions_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
