import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { MediaEntity } from '../media/media.entity.js';
import { LabelEntity } from './label.entity.js';

/** A label that a file has. Both are of one account. */
@Entity('media_labels')
@Index('media_labels_media_idx', ['mediaId'])
export class MediaLabelEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'media_labels_pkey' })
  labelId: string;

  @ManyToOne(() => LabelEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'label_id', foreignKeyConstraintName: 'media_labels_label_fkey' })
  label?: Related<LabelEntity>;

  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'media_labels_pkey' })
  mediaId: string;

  @ManyToOne(() => MediaEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'media_id', foreignKeyConstraintName: 'media_labels_media_fkey' })
  media?: Related<MediaEntity>;
}
