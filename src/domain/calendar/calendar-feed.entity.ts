import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The secret address at which a calendar reads the posts of an account. */
@Entity('calendar_feeds')
export class CalendarFeedEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'calendar_feeds_pkey' })
  userId: string;

  /** SHA-256 of the secret, hex: finds the feed. The secret has 244 random bits, so a slow hash would protect nothing more. */
  @Index('calendar_feeds_secret_key', { unique: true })
  @Column('text')
  secretHash: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** To the minute. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastReadAt: Date | null;
}
