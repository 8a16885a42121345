import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ProcessingEvent } from './processing-session.js';

/** A video being processed: in a table, so that every API process can report its progress. */
@Entity('processing_sessions')
@Index('processing_sessions_alive_idx', ['aliveAt'])
export class ProcessingSessionEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'processing_sessions_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('jsonb')
  events: ProcessingEvent[];

  @Column('boolean')
  ended: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  aliveAt: Date;
}
