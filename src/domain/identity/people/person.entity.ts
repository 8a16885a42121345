import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Who signs in: in the accounts of which they are a member. A person without a membership is removed. */
@Entity('people')
export class PersonEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'people_pkey' })
  id: string;

  /** The sign-in address. */
  @Index('people_email_key', { unique: true })
  @Column('text')
  email: string;

  /** When a link that was sent there was used, or an operator vouched for it; null: unconfirmed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  emailConfirmedAt: Date | null;

  /** The name that other members read. */
  @Column('text')
  name: string;

  /** Argon2id; null for a person made by an operator without a password. */
  @Column('text', { nullable: true })
  passwordHash: string | null;

  /** May open the operator's console, with a second factor. Set by `admin set-flags` alone. */
  @Column('boolean', { default: false })
  isOperator: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
