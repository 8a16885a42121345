import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PersonEntity } from '../people/person.entity.js';

/** The authenticator app of a person: being set up until a code has confirmed it, and required from then on. */
@Entity('second_factors')
export class SecondFactorEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'second_factors_pkey' })
  personId: string;

  @ManyToOne(() => PersonEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'second_factors_person_fkey' })
  person?: Related<PersonEntity>;

  /** The shared secret, encrypted JSON (credential-cipher.ts). */
  @Column('text')
  secret: string;

  @Index('second_factors_pending_idx', { where: 'confirmed_at IS NULL' })
  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  confirmedAt: Date | null;

  /** Number of the last 30 seconds whose code was taken; no code of these or earlier ones is taken again. */
  @Column('bigint', { nullable: true })
  lastStep: string | null;
}
