import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LoginPhase } from './login.js';

/** A login attempt at a platform. */
@Entity('login_attempts')
export class LoginAttemptEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'login_attempts_pkey' })
  id: string;

  /** SHA-256 of the OAuth state, hex: the lookup key. */
  @Index('login_attempts_state_key', { unique: true })
  @Column('text')
  stateHash: string;

  /** SHA-256 of the cookie of the browser where it was started, hex. */
  @Column('text')
  browserHash: string;

  /** The user to connect the account to. */
  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  platform: string;

  @Column('text')
  phase: LoginPhase;

  /** Encrypted JSON (login.ts); null once no longer needed. */
  @Column('text', { nullable: true })
  secrets: string | null;

  @Index('login_attempts_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
