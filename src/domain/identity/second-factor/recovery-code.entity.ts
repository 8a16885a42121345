import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PersonEntity } from '../people/person.entity.js';

/** A recovery code that was not used yet. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'recovery_codes_pkey' })
  personId: string;

  @ManyToOne(() => PersonEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'recovery_codes_person_fkey' })
  person?: Related<PersonEntity>;

  /** SHA-256, hex. The code has 120 random bits: a slow hash would protect nothing more. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  hash: string;
}
