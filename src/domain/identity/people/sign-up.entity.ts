import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An account that is made once its e-mail address is confirmed. Until then it reserves nothing. */
@Entity('sign_ups')
export class SignUpEntity {
  /** The id that the person will have. */
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'sign_ups_pkey' })
  id: string;

  @Index('sign_ups_email_idx')
  @Column('text')
  email: string;

  @Column('text')
  passwordHash: string;

  @Column('text')
  displayName: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Index('sign_ups_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
