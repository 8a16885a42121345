import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';
import type { StoredState } from './metrics.js';

/** How far the numbers of a connection and of its posts can be read. */
@Entity('measured_accounts')
export class MeasuredAccountEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'measured_accounts_pkey' })
  connectionId: string;

  @ManyToOne(() => ConnectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'measured_accounts_connection_fkey' })
  connection?: Related<ConnectionEntity>;

  @Column('text')
  state: StoredState;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  measuredAt: Date | null;

  /** When the account is read next; null: nothing is, until it is connected again with the permission. */
  @Index('measured_accounts_due_idx', { where: 'next_at IS NOT NULL' })
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextAt: Date | null;

  /** Until then, nothing of the account is read: its platform limits requests, or does not respond. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  waitsUntil: Date | null;

  /** Since when its platform refuses numbers, of which its owner was notified; null: it does not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  refusedAt: Date | null;

  /** Requests for posts that failed since the last one that did not. */
  @Column('integer')
  failures: number;

  /** How much its platform refused its posts since one was read: from `REFUSED` on, it refuses them. */
  @Column('integer', { default: 0 })
  refusals: number;

  /** Requests for the account's own numbers that failed since they were read. */
  @Column('integer', { default: 0 })
  ownFailures: number;

  /** How much its platform refused its own numbers since they were read: from `REFUSED` on, it refuses them. */
  @Column('integer', { default: 0 })
  ownRefusals: number;
}
