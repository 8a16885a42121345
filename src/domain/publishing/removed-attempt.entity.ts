import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An attempt whose part was removed while its outcome was uncertain: its post may be live, and lookups of other parts
 * may find it. A trigger of publish_attempts writes it, for every kind of removal.
 */
@Entity('removed_attempts')
@Index('removed_attempts_account_idx', ['account'])
@Index('removed_attempts_uncertain_idx', ['uncertainUntil'])
export class RemovedAttemptEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'removed_attempts_pkey' })
  id: string;

  /** The account's key (whose-post.ts). */
  @Column('text')
  account: string;

  @Column({ type: 'timestamptz', precision: 3 })
  startedAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  uncertainUntil: Date;
}
