import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { BannerLevel } from './banner.js';

/** At most one row: the banner that all users see. */
@Entity('banner')
@Check('banner_one_row', 'id = 1')
export class BannerEntity {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'banner_pkey' })
  id: number;

  @Column('text')
  text: string;

  @Column('text')
  level: BannerLevel;

  /** Null: until it is removed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  until: Date | null;
}
