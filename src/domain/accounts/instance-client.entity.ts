import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A dynamically registered OAuth client, for platforms where each server has its own (fediverse). */
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

  /** A server redirects only to the registered redirect URI. */
  @Column('text')
  redirectUri: string;

  /** Id and secret, encrypted JSON. */
  @Column('text')
  client: string;
}
