import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecoveryMode } from './recovery.js';

/** What an account, or a managed user, has set for reconnects. Without one, a managed user has that of its owner. */
@Entity('recovery_policies')
export class RecoveryPolicyEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'recovery_policies_pkey' })
  userId: string;

  @Column('text')
  mode: RecoveryMode;

  @Column('integer')
  hours: number;
}
