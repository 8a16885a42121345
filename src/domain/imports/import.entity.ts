import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ImportStatus } from './imports.js';

/** A file whose rows become posts. Running it again goes on with the rows that have no post. */
@Entity('imports')
@Index('imports_user_idx', ['userId', 'createdAt', 'id'])
@Index('imports_file_key', ['userId', 'fileKey'], { unique: true })
export class ImportEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'imports_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  /** The hash of what its rows say. */
  @Column('text')
  fileKey: string;

  @Column('text')
  fileName: string;

  @Column('text')
  status: ImportStatus;

  /** Who ran it last; null: a program. */
  @Column('varchar', { length: 24, nullable: true })
  personId: string | null;

  /** Whether that caller may schedule posts. */
  @Column('boolean')
  publishes: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Null: it is running. */
  @Index('imports_ended_idx', { where: 'ended_at IS NOT NULL' })
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;
}
