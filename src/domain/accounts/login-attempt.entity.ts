import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LoginPhase } from './login.js';

/** A login at a platform that a person has begun. */
@Entity('login_attempts')
export class LoginAttemptEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'login_attempts_pkey' })
  id: string;

  /** SHA-256 of the state that the platform hands back, hex: finds the attempt. */
  @Index('login_attempts_state_key', { unique: true })
  @Column('text')
  stateHash: string;

  /** SHA-256 of the cookie of the browser in which it was begun, hex. */
  @Column('text')
  browserHash: string;

  /** Whose account is to be connected. */
  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  platform: string;

  @Column('text')
  phase: LoginPhase;

  /** Encrypted JSON (login.ts); null once nothing of it is needed any more. */
  @Column('text', { nullable: true })
  secrets: string | null;

  @Index('login_attempts_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
