import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row, written to check whether the database accepts writes. */
@Entity('health_checks')
export class HealthCheckEntity {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'health_checks_pkey' })
  id: number;

  @Column({ type: 'timestamptz', precision: 3 })
  checkedAt: Date;
}
