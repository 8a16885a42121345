import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A user who is gone, while rows with its id may be left. Written with the removal of the user's own row, so that a
 * process that dies leaves nothing behind for good.
 */
@Entity('removed_users')
export class RemovedUserEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'removed_users_pkey' })
  userId: string;

  @Column({ type: 'timestamptz', precision: 3 })
  removedAt: Date;
}
