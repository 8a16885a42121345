import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { fromStoredSettings, type PlatformSettings, toStoredSettings } from './platform-settings.js';
import type { PostGroupStatus, ProcessingStatus } from './post-group.js';

/** One piece of content for several targets. */
@Entity('post_groups')
@Index('post_groups_created_idx', ['userId', 'createdAt', 'id'])
@Index('post_groups_updated_idx', ['userId', 'updatedAt', 'id'])
@Index('post_groups_status_idx', ['userId', 'status', 'createdAt', 'id'])
// On coalesce(…, '-infinity'), which decorators cannot say: groups without a time sort before all others.
@Index('post_groups_scheduled_idx', { synchronize: false })
@Index('post_groups_published_idx', { synchronize: false })
export class PostGroupEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'post_groups_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  /** The person who created it; null: a program. They may be no member any more. */
  @Column('varchar', { length: 24, nullable: true })
  authorId: string | null;

  /** Read by post-text.repository.ts. */
  @Column('text', { select: false })
  content: string;

  @Column('text')
  status: PostGroupStatus;

  @Column('text')
  processingStatus: ProcessingStatus;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  scheduledTime: Date | null;

  /** When the first of its posts was published. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  publishedAt: Date | null;

  @Column('jsonb', { transformer: { to: toStoredSettings, from: fromStoredSettings } })
  platformSettings: PlatformSettings;

  /** The frame that is the cover of a video, in milliseconds [settings/photogram-videoTimestamp]. */
  @Column('integer', { nullable: true })
  videoTimestamp: number | null;

  /** Whether the signatures of its accounts close its texts. */
  @Column('boolean', { default: true })
  addSignature: boolean;

  /** Whether its links get the parameters of its accounts. */
  @Column('boolean', { default: true })
  addLinkParameters: boolean;

  /** Number of the group's last live event. */
  @Column('integer', { default: 0 })
  eventSequence: number;

  /** Position of that event among those of the account. */
  @Column('bigint', { default: 0, select: false })
  eventPosition: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
