import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';

/** A cached platform response about an account or a post, or the lease of a pending request: a lookup, or a deletion. */
@Entity('network_answers')
export class NetworkAnswerEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'network_answers_pkey' })
  connectionId: string;

  @ManyToOne(() => ConnectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'network_answers_connection_fkey' })
  connection?: Related<ConnectionEntity>;

  /** The full key: metric, subject and days, or the post that is deleted. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'network_answers_pkey' })
  question: string;

  /** Null until first fetched. */
  @Column('jsonb', { nullable: true })
  answer: { value: unknown } | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  answeredAt: Date | null;

  /** Lease of a pending request. */
  @Index('network_answers_claimed_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  claimedUntil: Date;
}
