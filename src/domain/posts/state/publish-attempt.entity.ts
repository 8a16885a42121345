import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import type { Failure } from '../../../platforms/port/failure.js';
import type { State } from '../../../platforms/port/platform.js';
import { PlatformPostEntity } from './platform-post.entity.js';
import type { AttemptOutcome } from './publish-attempt.js';

/** One try to publish a part. The row is stored before the first byte is sent, and has no outcome until that is known. */
@Entity('publish_attempts')
@Index('publish_attempts_post_key', ['postId', 'number'], { unique: true })
@Index('publish_attempts_account_idx', ['account'], { where: `outcome IS NULL OR outcome IN ('absent', 'unknown')` })
export class PublishAttemptEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'publish_attempts_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  postId: string;

  @ManyToOne(() => PlatformPostEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id', foreignKeyConstraintName: 'publish_attempts_post_fkey' })
  post?: Related<PlatformPostEntity>;

  @Column('integer')
  number: number;

  /** The key of the platform's account (whose-post.ts); null if the account could not be opened, so nothing was sent. */
  @Column('text', { nullable: true })
  account: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  startedAt: Date;

  /** Until then a request may be in flight: a lookup that finds nothing proves nothing. */
  @Column({ type: 'timestamptz', precision: 3 })
  uncertainUntil: Date;

  /** What the adapter must remember between two steps; null while `start` has not responded. */
  @Column('jsonb', { nullable: true })
  state: State | null;

  /** Why the response is not known, when something but a crash took it. */
  @Column('jsonb', { nullable: true })
  failure: Failure | null;

  @Column('text', { nullable: true })
  outcome: AttemptOutcome | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;
}
