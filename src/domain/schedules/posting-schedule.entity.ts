import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WeeklyTime } from './weekly-times.js';

/** Weekly times at which posts of an account are published. */
@Entity('posting_schedules')
// On lower(name), which decorators cannot say.
@Index('posting_schedules_name_key', { synchronize: false })
export class PostingScheduleEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'posting_schedules_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  name: string;

  /** A name of the IANA database. */
  @Column('text')
  timeZone: string;

  /** In the order of the week. */
  @Column('jsonb')
  times: WeeklyTime[];

  /** The connections that it is for; empty: all. */
  @Column('text', { array: true })
  platformIds: string[];

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
