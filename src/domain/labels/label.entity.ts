import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LabelColor } from './labels.js';

/** A name and a colour, by which an account sorts its posts and files. */
@Entity('labels')
@Index('labels_name_key', ['userId', 'nameKey'], { unique: true })
export class LabelEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'labels_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  name: string;

  /** The name without case, by which it is unique in its account. */
  @Column('text')
  nameKey: string;

  @Column('text')
  color: LabelColor;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
