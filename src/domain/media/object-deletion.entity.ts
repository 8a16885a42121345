import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An object to remove from storage. Written with the removal of what it belonged to, so that a storage that fails, or a
 * process that dies, leaves nothing behind for good.
 */
@Entity('object_deletions')
export class ObjectDeletionEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'object_deletions_pkey' })
  key: string;

  /** Not before then: an upload may still arrive under a signed address. */
  @Index('object_deletions_due_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;
}
