import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { ConnectionEntity } from './connection.entity.js';

/** How the posts to a connection ended last. No row before the first has ended. */
@Entity('connection_activity')
export class ConnectionActivityEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'connection_activity_pkey' })
  connectionId: string;

  @ManyToOne(() => ConnectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'connection_activity_connection_fkey' })
  connection?: Related<ConnectionEntity>;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  succeededAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failedAt: Date | null;

  /** The message of the last failure. */
  @Column('text', { nullable: true })
  error: string | null;
}
