import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ConnectionEntity } from '../accounts/connection.entity.js';

/** What a platform told about an account or a post, or who is asking for it right now. */
@Entity('network_answers')
export class NetworkAnswerEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'network_answers_pkey' })
  connectionId: string;

  @ManyToOne(() => ConnectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'network_answers_connection_fkey' })
  connection?: ConnectionEntity;

  /** In full: what it is about, in which days. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'network_answers_pkey' })
  question: string;

  /** Null until it was told for the first time. */
  @Column('jsonb', { nullable: true })
  answer: { value: unknown } | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  answeredAt: Date | null;

  /** Until then somebody is asking the platform. */
  @Column({ type: 'timestamptz', precision: 3 })
  claimedUntil: Date;
}
