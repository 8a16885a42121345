import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { UserEntity } from '../account/user.entity.js';
import { SessionEntity } from './session.entity.js';

/** An operator who is signed in as another account. It ends with the operator's own session, and with the account. */
@Entity('operator_sessions')
export class OperatorSessionEntity {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'operator_sessions_pkey' })
  tokenHash: string;

  @Column('varchar', { length: 24 })
  id: string;

  /** The account that the operator uses. */
  @Index('operator_sessions_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'operator_sessions_user_fkey' })
  user?: Related<UserEntity>;

  /** The operator's own session. */
  @Index('operator_sessions_session_key', { unique: true })
  @Column('varchar', { length: 24 })
  sessionId: string;

  @ManyToOne(() => SessionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'session_id',
    referencedColumnName: 'id',
    foreignKeyConstraintName: 'operator_sessions_session_fkey',
  })
  session?: Related<SessionEntity>;

  /** False: it only reads. */
  @Column('boolean')
  mayWrite: boolean;

  @Index('operator_sessions_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
