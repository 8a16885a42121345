import { Entity, PrimaryColumn } from 'typeorm';

/** That an owner was notified by e-mail when the month's limit was first exceeded [plans/first-breach-emails-once]. */
@Entity('limit_notices')
export class LimitNoticeEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'limit_notices_pkey' })
  ownerId: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'limit_notices_pkey' })
  periodStart: Date;
}
