import { Entity, PrimaryColumn } from 'typeorm';

/** A recovery code that was not used yet. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'recovery_codes_pkey' })
  userId: string;

  /** SHA-256, hex. The code has 120 random bits: a slow hash would protect nothing more. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  hash: string;
}
