import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import {
  ACTIVE_STATUSES,
  type PlatformPostError,
  PlatformPostKind,
  type PlatformPostStatus,
  type PostWait,
} from './platform-post.js';
import { PostGroupEntity } from './post-group.entity.js';

/** The SQL condition of partial indexes: only a query with the same condition can use them. */
export const IS_ACTIVE = `status IN (${ACTIVE_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** The SQL condition of parts of posts, without first comments. */
export const IS_PART = `kind = '${PlatformPostKind.POST}'`;

/** One part of one target's post, or the first comment on it. */
@Entity('platform_posts')
@Index('platform_posts_group_key', ['groupId', 'targetIndex', 'partIndex'], { unique: true })
@Index('platform_posts_target_idx', ['userId', 'platform', 'platformId', 'groupId'])
@Index('platform_posts_due_idx', ['dueAt'], { where: IS_ACTIVE })
// On error->>'failedAt', which decorators cannot say.
@Index('platform_posts_failed_idx', { synchronize: false })
export class PlatformPostEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'platform_posts_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'platform_posts_group_fkey' })
  group?: Related<PostGroupEntity>;

  @Column('varchar', { length: 24 })
  userId: string;

  /** Order of the target in the request, and of the part in its thread; both from 0. */
  @Column('integer')
  targetIndex: number;

  @Column('integer', { default: 0 })
  partIndex: number;

  /** Platform key as the target named it; REST stores unknown ones too [create-post/no-validation]. */
  @Column('text')
  platform: string;

  @Column('text')
  accountId: string;

  @Column('text')
  platformId: string;

  /** Its text where it is stored apart from that of its group; null: that of its group. Read by post-text.repository.ts. */
  @Column('text', { nullable: true, select: false })
  content: string | null;

  /** Its own text before it was split into the parts of a thread; null: none. */
  @Column('text', { nullable: true, select: false })
  unsplitContent: string | null;

  /** Whether its owner gave the target its own text, even if it equals the group's. */
  @Column('boolean', { default: false, select: false })
  hasOwnText: boolean;

  @Column('text', { default: PlatformPostKind.POST })
  kind: PlatformPostKind;

  /** Of a first part: its target's own first comment; empty: none. Null: that of its platform in the settings. */
  @Column('text', { nullable: true, select: false })
  firstComment: string | null;

  /** Its text as it is sent, with what is added to it; null: no attempt has begun, nothing is added, or it is a thread. */
  @Column('text', { nullable: true, select: false })
  finalText: string | null;

  @Column('text')
  status: PlatformPostStatus;

  @Column('text', { nullable: true })
  postedId: string | null;

  @Column('text', { nullable: true })
  url: string | null;

  @Column('jsonb', { nullable: true })
  furtherIds: readonly string[] | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletedAt: Date | null;

  @Column('jsonb', { nullable: true })
  error: PlatformPostError | null;

  /** Attempts that count towards the limit of five [attempts/five]. */
  @Column('integer', { default: 0 })
  attemptCount: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  firstAttemptAt: Date | null;

  /** When its job is to run; null when nothing is to happen. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  @Column('integer', { default: 0 })
  generation: number;

  @Column('uuid', { nullable: true })
  jobId: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseUntil: Date | null;

  @Column('jsonb', { nullable: true })
  wait: PostWait | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
