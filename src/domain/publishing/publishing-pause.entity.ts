import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** At most one row. While it exists, publishing is paused for the whole installation. */
@Entity('publishing_pause')
@Check('publishing_pause_one_row', 'id = 1')
export class PublishingPauseEntity {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'publishing_pause_pkey' })
  id: number;

  @Column({ type: 'timestamptz', precision: 3 })
  since: Date;
}
