import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RateUses } from '../../platforms/port/rate-limit.js';

/** What an account has used of one of its platform's rate limits, over all connections to it. */
@Entity('rate_uses')
export class RateUseEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_uses_pkey' })
  platformId: string;

  /** Which limit: `<max> <unit>/<seconds>`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_uses_pkey' })
  name: string;

  @Column('jsonb')
  uses: RateUses;
}
