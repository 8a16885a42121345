import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PostGroupEntity } from '../state/post-group.entity.js';

/** The words of a group's text. Written by a trigger of post_groups; read by post-group-page.repository.ts. */
@Entity('post_searches')
// A GIN index, which decorators cannot say.
@Index('post_searches_words_idx', { synchronize: false })
export class PostSearchEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'post_searches_pkey' })
  groupId: string;

  @ManyToOne(() => PostGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'post_searches_group_fkey' })
  group?: Related<PostGroupEntity>;

  @Column('tsvector')
  words: string;
}
