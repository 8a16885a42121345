import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { knownPlatform, PlatformEnum } from '../graphql/enums.js';
import type { PlatformKey } from '../platforms/platform.js';
import type { Connection } from './connection.repository.js';

@ObjectType('Connection', { description: 'A connected account.' })
export class ConnectionType {
  @Field(() => String, { description: '`<platform>-<account id>`: the target to name in createPost and in REST.' })
  platformId: string;

  @Field(() => PlatformEnum, {
    nullable: true,
    description: 'Null for a platform that this service does not know any more.',
  })
  platform: PlatformKey | null;

  @Field(() => String, { description: 'The platform’s own id of the account.' })
  accountId: string;

  @Field(() => String, { description: 'Name of the account on the platform, without a leading @.' })
  username: string;

  @Field(() => String, { description: 'Name that the account shows on the platform, when it was connected.' })
  displayName: string;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When its access ends; null when nothing expires.' })
  accessTokenExpiresAt: Date | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When the platform refused its credentials; connect the account again. Null while they work.',
  })
  revokedAt: Date | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When the account was connected.' })
  createdAt: Date;
}

export const toConnectionType = (connection: Connection): ConnectionType => ({
  ...connection,
  platform: knownPlatform(connection.platform),
});
