import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What a user stores. Triggers on `media` keep it in the transaction that adds, changes or removes a file. The user's
 * own, so that a managed user who is detached takes it along.
 */
@Entity('storage_usage')
export class StorageUsageEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'storage_usage_pkey' })
  userId: string;

  /** Files that have come, and those that are being received. */
  @Column('bigint')
  bytes: string;

  /** Those that have not come included. */
  @Column('integer')
  files: number;
}
