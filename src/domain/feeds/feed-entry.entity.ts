import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { FeedEntity } from './feed.entity.js';
import type { FeedEntryContent } from './feed-document.js';
import type { EntryState } from './feeds.js';

/** An entry of a feed, which is remembered so that it becomes one post at most. */
@Entity('feed_entries')
@Index('feed_entries_identity_key', ['feedId', 'identity'], { unique: true })
@Index('feed_entries_list_idx', ['feedId', 'id'])
@Index('feed_entries_waiting_idx', ['feedId', 'id'], { where: "state = 'WAITING'" })
@Index('feed_entries_posted_idx', ['feedId', 'postedAt'], { where: 'posted_at IS NOT NULL' })
@Index('feed_entries_group_idx', ['groupId'], { where: 'group_id IS NOT NULL' })
export class FeedEntryEntity {
  /** In the order in which entries become posts. */
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'feed_entries_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  feedId: string;

  @ManyToOne(() => FeedEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'feed_id', foreignKeyConstraintName: 'feed_entries_feed_fkey' })
  feed?: Related<FeedEntity>;

  /** A hash of what makes it the same entry: `FeedEntryContent`. */
  @Column('text')
  identity: string;

  @Column('text')
  state: EntryState;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  link: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  publishedAt: Date | null;

  /** What the post is made of, while it waits. */
  @Column('jsonb', { nullable: true })
  content: FeedEntryContent | null;

  /** It becomes a draft, also where the feed queues its entries. */
  @Column('boolean')
  onlyDraft: boolean;

  /** Why it became no post, or a draft instead of a queued post, or waits. */
  @Column('text', { nullable: true })
  reason: string | null;

  /** Null also once the post was deleted. */
  @Column('varchar', { length: 24, nullable: true })
  groupId: string | null;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'feed_entries_group_fkey' })
  group?: Related<PostGroupEntity>;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  postedAt: Date | null;

  /** When the feed was read for the first time with it, and for the last time. */
  @Column({ type: 'timestamptz', precision: 3 })
  firstSeenAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  lastSeenAt: Date;
}
