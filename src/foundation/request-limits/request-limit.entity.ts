import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Points counted against a limit per minute: an account's points, an address's wrong keys. */
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

/** Tries counted against a limit of minutes to a day: failed sign-ins, sign-ups, requests for e-mails. */
@Entity('throttles')
export class ThrottleEntity {
  /** The throttle and whom it is for: `account:<hash>`. */
  @PrimaryColumn('varchar', { length: 255, primaryKeyConstraintName: 'throttles_pkey' })
  key: string;

  @Column('integer')
  points: number;

  /** When the window ends. */
  @Index('throttles_resets_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  resetsAt: Date;
}
