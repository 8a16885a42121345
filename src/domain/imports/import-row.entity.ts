import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { ImportEntity } from './import.entity.js';
import type { ImportPost, RowStatus } from './imports.js';

/** A row of an import, and what became of it. */
@Entity('import_rows')
export class ImportRowEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'import_rows_pkey' })
  importId: string;

  @ManyToOne(() => ImportEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'import_id', foreignKeyConstraintName: 'import_rows_import_fkey' })
  import?: Related<ImportEntity>;

  /** As a spreadsheet shows it: the header is row 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'import_rows_pkey' })
  number: number;

  /** The hash of what its post says: a row makes its group once. */
  @Index('import_rows_key_idx')
  @Column('text')
  key: string;

  @Column('text')
  status: RowStatus;

  /** The beginning of the text. */
  @Column('text')
  excerpt: string;

  /** Null once it is not needed any more. */
  @Column('jsonb', { nullable: true })
  post: ImportPost | null;

  /** The group that it made, which may be deleted since. */
  @Column('varchar', { length: 24, nullable: true })
  groupId: string | null;

  /** When its group was last changed as this import made it; null: this import has made none. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  groupUpdatedAt: Date | null;

  /** Why there is none, or why it stayed when the import was undone. */
  @Column('text', { nullable: true })
  reason: string | null;
}
