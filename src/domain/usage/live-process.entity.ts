import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API process that holds web sockets. What it holds counts while its lease lasts. */
@Entity('live_processes')
export class LiveProcessEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'live_processes_pkey' })
  id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  leaseUntil: Date;
}
