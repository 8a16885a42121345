import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RateUses } from '../../platforms/port/rate-limit.js';

/** What an account has used of one of its platform's rate limits, over all connections to it. */
@Entity('rate_uses')
export class RateUseEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_uses_pkey' })
  platform: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_uses_pkey' })
  accountId: string;

  /** Of the account's server: another one may have an account with the same id. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_uses_pkey' })
  baseUrl: string;

  /** Which limit: `<max> <unit>/<seconds>`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_uses_pkey' })
  name: string;

  @Column('jsonb')
  uses: RateUses;
}
