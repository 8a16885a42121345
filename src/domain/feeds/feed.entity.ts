import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EntryFilter } from './entry-filter.js';
import type { FeedState } from './feeds.js';

/** A web feed whose new entries become posts of an account. */
@Entity('feeds')
@Index('feeds_name_key', { synchronize: false })
@Index('feeds_due_idx', ['nextFetchAt'], { where: "state IN ('ACTIVE', 'FAILING')" })
export class FeedEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'feeds_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  /** Who changed it last: it acts with the role that they have when a post is made. Null: a program. */
  @Column('varchar', { length: 24, nullable: true })
  personId: string | null;

  /** Whether the program that changed it last could publish. */
  @Column('boolean')
  programMayPublish: boolean;

  @Column('text')
  name: string;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  platformIds: string[];

  /** The id of a posting schedule, or NEXT_FREE; null: its entries become drafts. */
  @Column('text', { nullable: true })
  schedule: string | null;

  @Column('text')
  template: string;

  @Column('jsonb')
  filter: EntryFilter;

  @Column('integer')
  dailyMax: number;

  @Column('text', { array: true })
  labelIds: string[];

  @Column('boolean')
  attachesImages: boolean;

  @Column('text')
  state: FeedState;

  /** Why the last fetch failed, or why the feed has ended. */
  @Column('text', { nullable: true })
  problem: string | null;

  /** Fetches that failed since the last one that did not. */
  @Column('integer')
  failures: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince: Date | null;

  /** Its members were notified of the failure. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  notifiedAt: Date | null;

  /** For conditional requests, as the server sent them. */
  @Column('text', { nullable: true })
  etag: string | null;

  @Column('text', { nullable: true })
  lastModified: string | null;

  /** When it was last read, or had not changed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  fetchedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  nextFetchAt: Date;

  /** Until then, one process fetches it and makes its posts. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseUntil: Date | null;

  /** When its database was last restored from a backup: entries of before become no queued posts. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  restoredAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
