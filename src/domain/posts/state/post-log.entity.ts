import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PostGroupEntity } from './post-group.entity.js';
import type { PostLogEvent, PostLogMetadata } from './post-log.js';

/** What happened to a group or to one of its posts. */
@Entity('post_logs')
@Index('post_logs_group_idx', ['groupId', 'id'])
export class PostLogEntity {
  /** Sorts by time, so that it is the order of the log. */
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'post_logs_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'post_logs_group_fkey' })
  group?: Related<PostGroupEntity>;

  @Column('varchar', { length: 24, nullable: true })
  postId: string | null;

  @Column('text', { nullable: true })
  platform: string | null;

  @Column('text')
  event: PostLogEvent;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('integer', { nullable: true })
  httpStatus: number | null;

  @Column('integer', { nullable: true })
  retryCount: number | null;

  @Column('jsonb', { nullable: true })
  metadata: PostLogMetadata | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
