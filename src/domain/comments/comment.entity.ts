import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import type { Mention } from './comments.js';

/** What a person wrote to the others about a group. */
@Entity('comments')
@Index('comments_group_idx', ['groupId', 'createdAt', 'id'])
export class CommentEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'comments_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'comments_group_fkey' })
  group?: Related<PostGroupEntity>;

  /** The comment that begins the thread; its own id, if it does. */
  @Column('varchar', { length: 24 })
  threadId: string;

  /** The author, who may have left since. */
  @Column('varchar', { length: 24 })
  personId: string;

  /** Name of the author, at that time. */
  @Column('text')
  author: string;

  @Column('text')
  body: string;

  @Column('jsonb')
  mentions: Mention[];

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  editedAt: Date | null;

  /** Of a comment that begins a thread: when that was resolved. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  resolvedAt: Date | null;

  /** Name of the person who resolved it, at that time. */
  @Column('text', { nullable: true })
  resolvedBy: string | null;
}
