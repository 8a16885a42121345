import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { PersonEntity } from '../identity/people/person.entity.js';
import type { EmailFrequency, NotificationKind } from './notifications.js';

/** How a person is notified of a kind, in all of their accounts. Kinds without one have the default. */
@Entity('notification_preferences')
export class NotificationPreferenceEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'notification_preferences_pkey' })
  personId: string;

  @ManyToOne(() => PersonEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'notification_preferences_person_fkey' })
  person?: Related<PersonEntity>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'notification_preferences_pkey' })
  kind: NotificationKind;

  @Column('boolean')
  listed: boolean;

  @Column('text')
  email: EmailFrequency;

  @Column('boolean')
  push: boolean;
}
