import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PersonEntity } from './person.entity.js';
import { SignUpEntity } from './sign-up.entity.js';

/** The purpose of a link in an e-mail. */
export type EmailTokenPurpose = 'confirm_email' | 'reset_password';

/** The single-use token of a link sent by e-mail. It proves access to the mailbox. */
@Entity('email_tokens')
export class EmailTokenEntity {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'email_tokens_pkey' })
  tokenHash: string;

  @Column('text')
  purpose: EmailTokenPurpose;

  /** The recipient. */
  @Column('text')
  email: string;

  /** The person it is for; null for a sign-up. */
  @Index('email_tokens_person_idx')
  @Column('varchar', { length: 24, nullable: true })
  personId: string | null;

  @ManyToOne(() => PersonEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'email_tokens_person_fkey' })
  person?: Related<PersonEntity>;

  /** The sign-up it completes; null for a person. */
  @Index('email_tokens_sign_up_idx')
  @Column('varchar', { length: 24, nullable: true })
  signUpId: string | null;

  @ManyToOne(() => SignUpEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sign_up_id', foreignKeyConstraintName: 'email_tokens_sign_up_fkey' })
  signUp?: Related<SignUpEntity>;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Index('email_tokens_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
