import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Which part a post at a platform belongs to, over all users who have connected the account. It outlives the part, whose
 * post may stay live.
 */
@Entity('live_posts')
@Index('live_posts_claimed_idx', ['claimedAt'])
export class LivePostEntity {
  /** The account's key (whose-post.ts). */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'live_posts_pkey' })
  account: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'live_posts_pkey' })
  postedId: string;

  @Column('varchar', { length: 24 })
  postId: string;

  @Column({ type: 'timestamptz', precision: 3 })
  claimedAt: Date;
}
