import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import type { Related } from '../../foundation/database/table.js';
import { SessionEntity } from '../identity/access/session.entity.js';

/** A browser that receives push messages. It goes with the session in which it was subscribed. */
@Entity('push_subscriptions')
export class PushSubscriptionEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'push_subscriptions_pkey' })
  sessionId: string;

  @OneToOne(() => SessionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'session_id',
    referencedColumnName: 'id',
    foreignKeyConstraintName: 'push_subscriptions_session_fkey',
  })
  session?: Related<SessionEntity>;

  /** The public key that it was made with. */
  @Column('text')
  pushKey: string;

  /** SHA-256 of the endpoint, hex: a browser is subscribed in one session. */
  @Index('push_subscriptions_endpoint_key', { unique: true })
  @Column('text')
  endpointHash: string;

  /** Endpoint and keys, encrypted JSON: with the endpoint alone, anybody could disturb its browser's push service. */
  @Column('text')
  receiver: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Messages in a row that the push service did not take. */
  @Column('integer', { default: 0 })
  failures: number;

  /** Nothing is sent before: a worker sends, or waits after a failure. */
  @Column({ type: 'timestamptz', precision: 3 })
  tryAt: Date;
}
