import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A claimed idempotency key: per caller and managed user, for 24 hours [idempotency/24-hours]. */
@Entity('idempotency_keys')
@Index('idempotency_keys_created_idx', ['createdAt'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'idempotency_keys_pkey' })
  ownerId: string;

  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'idempotency_keys_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  /** SHA-256 of the input, so that another input under the same key is refused. */
  @Column('text')
  requestHash: string;

  @Column('varchar', { length: 24 })
  groupId: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
