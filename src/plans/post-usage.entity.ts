import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Platform posts of one target in one month (document 3, "Plans"). A count of its own, because a post that was deleted
 * after it went out keeps its place.
 */
@Entity('post_usage')
@Index('post_usage_owner_idx', ['ownerId', 'periodStart'])
export class PostUsageEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'post_usage_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'post_usage_pkey' })
  platformId: string;

  /** First instant of the month (UTC) in which the posts go out. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'post_usage_pkey' })
  periodStart: Date;

  /** The account that carries the plan. */
  @Column('varchar', { length: 24 })
  ownerId: string;

  @Column('integer')
  used: number;
}
