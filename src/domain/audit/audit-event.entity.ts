import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditAction, AuditActor, AuditDetails, AuditSubjectType } from './audit-event.js';

/** Who did what. Without foreign keys: an event outlives what it is about. */
@Entity('audit_events')
@Index('audit_events_owner_idx', ['ownerId', 'createdAt', 'id'])
@Index('audit_events_action_idx', ['ownerId', 'action', 'createdAt'])
export class AuditEventEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'audit_events_pkey' })
  id: string;

  /** Whose log has it; null: that of the installation. */
  @Column('varchar', { length: 24, nullable: true })
  ownerId: string | null;

  /** The user that it is about: the owner, or one that it manages. */
  @Column('varchar', { length: 24, nullable: true })
  userId: string | null;

  @Column('text')
  action: AuditAction;

  @Column('text')
  actor: AuditActor;

  /** Of the session, the key or the application. */
  @Column('varchar', { length: 24, nullable: true })
  actorId: string | null;

  /** Of the key, the application or the operator, at that time. */
  @Column('text', { nullable: true })
  actorName: string | null;

  @Column('text', { nullable: true })
  subjectType: AuditSubjectType | null;

  @Column('varchar', { length: 24, nullable: true })
  subjectId: string | null;

  /** At that time. */
  @Column('text', { nullable: true })
  subjectName: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  @Column('text', { nullable: true })
  requestId: string | null;

  @Column('jsonb')
  details: AuditDetails;

  @Index('audit_events_created_idx')
  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
