import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Platform posts of one target in one month [plans/month-of-publishing]. Counted separately, because a post that was
 * deleted after publication still counts. It is per user; for a detached one, its former owner's account keeps a copy.
 */
@Entity('post_usage')
export class PostUsageEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'post_usage_pkey' })
  userId: string;

  /** First instant of the month (UTC) in which the posts go out. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'post_usage_pkey' })
  periodStart: Date;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'post_usage_pkey' })
  platformId: string;

  @Column('integer')
  used: number;
}
