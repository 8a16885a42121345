import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An API process with web sockets. Its usage counts while its lease is valid. */
@Entity('live_processes')
export class LiveProcessEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'live_processes_pkey' })
  id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  leaseUntil: Date;
}
