import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import type { Reading, StoredState } from './metrics.js';

/** The numbers of a published platform post. A trigger creates the row when the post is published. */
@Entity('post_metrics')
@Index('post_metrics_account_idx', ['userId', 'platformId', 'nextAt'], { where: 'next_at IS NOT NULL' })
@Index('post_metrics_counted_idx', { synchronize: false })
export class PostMetricsEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'post_metrics_pkey' })
  postId: string;

  @ManyToOne(() => PlatformPostEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'post_metrics_post_fkey' })
  post?: Related<PlatformPostEntity>;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('varchar', { length: 24 })
  groupId: string;

  /** Its position in a thread, from 0. */
  @Column('integer')
  partIndex: number;

  @Column('text')
  platform: string;

  @Column('text')
  platformId: string;

  @Column({ type: 'timestamptz', precision: 3 })
  publishedAt: Date;

  /** When the first part of its thread was published: a thread is in one period of reports, however late a part. */
  @Column({ type: 'timestamptz', precision: 3 })
  countedAt: Date;

  @Column('text', { default: 'WAITING' })
  state: StoredState;

  // The latest values; null: not given.

  @Column('bigint', { nullable: true })
  impressions: string | null;

  @Column('bigint', { nullable: true })
  reach: string | null;

  @Column('bigint', { nullable: true })
  views: string | null;

  @Column('bigint', { nullable: true })
  reactions: string | null;

  @Column('bigint', { nullable: true })
  comments: string | null;

  @Column('bigint', { nullable: true })
  shares: string | null;

  @Column('bigint', { nullable: true })
  clicks: string | null;

  @Column('bigint', { nullable: true })
  saves: string | null;

  @Column('bigint', { nullable: true })
  watchSeconds: string | null;

  /** The latest values by the platform's own names. */
  @Column('jsonb', { default: {} })
  own: Record<string, number>;

  /** All readings, oldest first. */
  @Column('jsonb', { default: [] })
  readings: Reading[];

  /** When the latest values were read; null: not yet. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  measuredAt: Date | null;

  /** When it is read next; null: never. */
  @Index('post_metrics_due_idx', { where: 'next_at IS NOT NULL' })
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextAt: Date | null;
}
