import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PersonEntity } from './person.entity.js';
import type { Role } from './role.js';

/** The role of a person in an account. An account that people sign in to has exactly one owner. */
@Entity('memberships')
@Index('memberships_user_idx', ['userId', 'createdAt', 'personId'])
export class MembershipEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'memberships_pkey' })
  personId: string;

  @ManyToOne(() => PersonEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'memberships_person_fkey' })
  person?: Related<PersonEntity>;

  /** The account. */
  @Index('memberships_owner_key', { unique: true, where: "role = 'OWNER'" })
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'memberships_pkey' })
  userId: string;

  @Column('text')
  role: Role;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
