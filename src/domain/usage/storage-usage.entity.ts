import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Storage usage of a user. Triggers on `media` maintain it in the transaction that adds, changes or removes a file. It
 * is per user; its former owner's account counts that of a detached user, too.
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
