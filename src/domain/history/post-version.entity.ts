import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import type { EditorKind, Snapshot } from './post-version.js';

/** A group as it was after an edit; the first one, as it was before. */
@Entity('post_versions')
export class PostVersionEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'post_versions_pkey' })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'post_versions_group_fkey' })
  group?: Related<PostGroupEntity>;

  /** From 1, without gaps, but that older versions are dropped. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'post_versions_pkey' })
  number: number;

  /** Who made the edit; null: unknown. */
  @Column('text', { nullable: true })
  editor: EditorKind | null;

  /** Name of the person, the API key or the application at that time. */
  @Column('text', { nullable: true })
  editorName: string | null;

  @Column('jsonb')
  snapshot: Snapshot;

  /** Of the snapshot as text. */
  @Column('integer')
  bytes: number;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
