import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApiKeyScope } from './scope.js';

/** An API key, stored as its public prefix and a hash [api-keys/stored]. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'api_keys_pkey' })
  id: string;

  @Index('api_keys_user_idx')
  @Column('varchar', { length: 24 })
  userId: string;

  @Column('text')
  name: string;

  @Index('api_keys_prefix_key', { unique: true })
  @Column('text')
  prefix: string;

  /** SHA-256 of the whole key, hex. The key has 208 random bits, so a slow hash would protect nothing more. */
  @Column('text')
  hash: string;

  @Column('text', { array: true })
  scopes: ApiKeyScope[];

  /** The person who created it; null: an operator, or a program. */
  @Column('varchar', { length: 24, nullable: true })
  createdById: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Slightly delayed: uses are recorded in batches (last-use.io.ts). */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;
}
