import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { SignUpEntity } from './sign-up.entity.js';

/** What a link in an e-mail is good for. */
export type EmailTokenPurpose = 'confirm_email' | 'reset_password';

/** The token in a link that was sent by e-mail, good once. Whoever has it reads the mail of that address. */
@Entity('email_tokens')
export class EmailTokenEntity {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'email_tokens_pkey' })
  tokenHash: string;

  @Column('text')
  purpose: EmailTokenPurpose;

  /** Where it was sent to. */
  @Column('text')
  email: string;

  /** Whose account it acts on; null for one that is not made yet. */
  @Index('email_tokens_user_idx')
  @Column('varchar', { length: 24, nullable: true })
  userId: string | null;

  /** The account that it makes; null for one that is there. */
  @Index('email_tokens_sign_up_idx')
  @Column('varchar', { length: 24, nullable: true })
  signUpId: string | null;

  @ManyToOne(() => SignUpEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sign_up_id', foreignKeyConstraintName: 'email_tokens_sign_up_fkey' })
  signUp?: SignUpEntity;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Index('email_tokens_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
