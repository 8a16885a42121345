import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row that is written to find out whether anything can be. */
@Entity('health_checks')
export class HealthCheckEntity {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'health_checks_pkey' })
  id: number;

  @Column({ type: 'timestamptz', precision: 3 })
  checkedAt: Date;
}
