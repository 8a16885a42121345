import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The app as which a server knows this service, where every server has its own (fediverse). */
@Entity('instance_clients')
@Index('instance_clients_server_key', ['platform', 'server', 'redirectUri'], { unique: true })
export class InstanceClientEntity {
  @PrimaryColumn('varchar', { length: 24, primaryKeyConstraintName: 'instance_clients_pkey' })
  id: string;

  @Column('text')
  platform: string;

  /** Address of the server. */
  @Column('text')
  server: string;

  /** A server lets a login lead back only to where the app said. */
  @Column('text')
  redirectUri: string;

  /** Id and secret, encrypted JSON. */
  @Column('text')
  client: string;
}
