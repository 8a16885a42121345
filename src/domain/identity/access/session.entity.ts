import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../../foundation/database/table.js';
import { PersonEntity } from '../people/person.entity.js';

/** A dashboard session. The cookie holds a token; here is only its hash. */
@Entity('sessions')
export class SessionEntity {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'sessions_pkey' })
  tokenHash: string;

  /** What its owner names it by; it reveals nothing of the token. */
  @Index('sessions_id_key', { unique: true })
  @Column('varchar', { length: 24 })
  id: string;

  @Index('sessions_person_idx')
  @Column('varchar', { length: 24 })
  personId: string;

  @ManyToOne(() => PersonEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'sessions_person_fkey' })
  person?: Related<PersonEntity>;

  /** The account that the person signed in to: requests act in it unless they name another one. */
  @Column('varchar', { length: 24 })
  userId: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** A little behind: uses are noted together (last-use.io.ts). */
  @Column({ type: 'timestamptz', precision: 3 })
  lastUsedAt: Date;

  @Index('sessions_expires_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  /** What the browser called itself when it signed in. */
  @Column('text', { nullable: true })
  userAgent: string | null;

  /** From where it signed in: an IPv4 address, or the /64 of an IPv6 one. */
  @Column('text', { nullable: true })
  address: string | null;

  /** The browser that signed in. */
  @Column('varchar', { length: 24, nullable: true })
  deviceId: string | null;
}
