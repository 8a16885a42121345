import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The numbers of an account on a day: they outlive its connection. */
@Entity('account_metrics')
export class AccountMetricsEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'account_metrics_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'account_metrics_pkey' })
  platformId: string;

  /** In UTC. */
  @Index('account_metrics_day_idx')
  @PrimaryColumn('date', { primaryKeyConstraintName: 'account_metrics_pkey' })
  day: string;

  @Column('text')
  platform: string;

  @Column('bigint', { nullable: true })
  followers: string | null;

  @Column('bigint', { nullable: true })
  posts: string | null;

  /** By the platform's own names. */
  @Column('jsonb')
  own: Record<string, number>;
}
