import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { LiveProcessEntity } from './live-process.entity.js';

/** What an account has open in a process. */
@Entity('live_usage')
export class LiveUsageEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'live_usage_pkey' })
  accountId: string;

  @Index('live_usage_process_idx')
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'live_usage_pkey' })
  processId: string;

  @ManyToOne(() => LiveProcessEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'process_id', foreignKeyConstraintName: 'live_usage_process_fkey' })
  process?: Related<LiveProcessEntity>;

  @Column('integer')
  sockets: number;

  @Column('integer')
  subscriptions: number;
}
