import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { LabelEntity } from './label.entity.js';

/** A label that a group has. Both are of one account. */
@Entity('group_labels')
@Index('group_labels_group_idx', ['groupId'])
export class GroupLabelEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'group_labels_pkey' })
  labelId: string;

  @ManyToOne(() => LabelEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'label_id', foreignKeyConstraintName: 'group_labels_label_fkey' })
  label?: Related<LabelEntity>;

  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'group_labels_pkey' })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'group_labels_group_fkey' })
  group?: Related<PostGroupEntity>;
}
