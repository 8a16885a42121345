import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A user whose account moves to another pod, or has moved there. Its row is here instead of in `users`, in both pods: so
 * no request acts for it, and its posts are not published, until one of the pods takes the row back.
 */
@Entity('parked_users')
export class ParkedUserEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'parked_users_pkey' })
  userId: string;

  /** The account that moves: the user, or the owner that manages it. */
  @Index('parked_users_account_idx')
  @Column('varchar', { length: 24 })
  accountId: string;

  @Column('text')
  target: string;

  /** Its row of `users`; once it has moved, its address alone, and null when nothing of it is left here. */
  @Column('jsonb', { nullable: true })
  userRow: object | null;

  @Column('boolean', { default: false })
  hasMoved: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  parkedAt: Date;
}
