import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PersonEntity } from '../people/person.entity.js';

/**
 * A browser where a person has signed in. Its cookie holds a token that outlives sessions; its hash is stored here.
 */
@Entity('devices')
export class DeviceEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'devices_pkey' })
  id: string;

  @Index('devices_person_idx')
  @Column('varchar', { length: 24 })
  personId: string;

  @ManyToOne(() => PersonEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'devices_person_fkey' })
  person?: Related<PersonEntity>;

  /** SHA-256 of the token, hex. */
  @Index('devices_token_key', { unique: true })
  @Column('text')
  tokenHash: string;

  @Index('devices_last_sign_in_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  lastSignInAt: Date;
}
