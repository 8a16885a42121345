import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Points counted against a limit in its window: an account's points, an address's wrong keys. */
@Entity('request_limits')
export class RequestLimitEntity {
  /** The limit and whom it is for: `graphql:<account id>`. */
  @PrimaryColumn('varchar', { length: 255, primaryKeyConstraintName: 'request_limits_pkey' })
  key: string;

  @Column('integer')
  points: number;

  /** When the window ends. */
  @Index('request_limits_resets_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  resetsAt: Date;
}
