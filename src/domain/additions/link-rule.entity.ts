import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';
import type { LinkParameters } from './link-parameters.js';

/** The parameters that links get when they are published: of one account, else of its platform, else of all. */
@Entity('link_rules')
@Index('link_rules_scope_key', { synchronize: false })
@Index('link_rules_connection_idx', ['connectionId'])
export class LinkRuleEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'link_rules_pkey' })
  id: string;

  @Column('varchar', { length: 24 })
  userId: string;

  /** Null: any. */
  @Column('text', { nullable: true })
  platform: string | null;

  @Column('varchar', { length: 24, nullable: true })
  connectionId: string | null;

  @ManyToOne(() => ConnectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'connection_id', foreignKeyConstraintName: 'link_rules_connection_fkey' })
  connection?: Related<ConnectionEntity>;

  @Column('jsonb')
  parameters: LinkParameters;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
