import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failed sign-ins per account and per address, in the form that rate-limiter-flexible keeps them. */
@Entity('sign_in_throttle')
export class SignInThrottleEntity {
  @PrimaryColumn('varchar', { length: 255, primaryKeyConstraintName: 'sign_in_throttle_pkey' })
  key: string;

  @Column('integer', { default: 0 })
  points: number;

  /** Epoch milliseconds. */
  @Index('sign_in_throttle_expire_idx')
  @Column('bigint', { nullable: true })
  expire: string | null;
}
