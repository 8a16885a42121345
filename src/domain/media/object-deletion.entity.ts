import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An object to remove from storage. Written together with the removal of its record, so that no object is left
 * permanently if storage fails or a process dies.
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
