import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A removed user, while rows with its id may remain. Written together with the removal of the user's row, so that no
 * rows are left permanently if a process dies.
 */
@Entity('removed_users')
export class RemovedUserEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'removed_users_pkey' })
  userId: string;

  @Column({ type: 'timestamptz', precision: 3 })
  removedAt: Date;
}
