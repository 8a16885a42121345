import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A saved text that people insert into posts. */
@Entity('snippets')
@Index('snippets_name_key', { synchronize: false })
export class SnippetEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'snippets_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  name: string;

  @Column('text')
  text: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
