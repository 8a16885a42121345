import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The authenticator app of an account: being set up until a code has confirmed it, and required from then on. */
@Entity('second_factors')
export class SecondFactorEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'second_factors_pkey' })
  userId: string;

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
