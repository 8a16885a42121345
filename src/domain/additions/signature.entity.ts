import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';

/** The text that closes the posts of a connected account. */
@Entity('signatures')
export class SignatureEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'signatures_pkey' })
  connectionId: string;

  @OneToOne(() => ConnectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'signatures_connection_fkey' })
  connection?: Related<ConnectionEntity>;

  @Column('text')
  text: string;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
