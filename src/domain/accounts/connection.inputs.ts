import { Field, InputType, ObjectType } from 'type-graphql';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { ConnectionCheckType, ConnectionType } from './connection.types.js';

@InputType({ description: 'One value that a platform asks for.' })
export class CredentialInput {
  @Field(() => String, { description: 'Name of the field, as in `connectablePlatforms`.' })
  name: string;

  @Field(() => String, { description: 'What was typed in. It is encrypted at rest and never shown again.' })
  value: string;
}

@InputType({ description: 'An account to connect, with what its owner typed in.' })
export class ConnectWithPasswordInput {
  @Field(() => PlatformEnum, { description: 'One of `connectablePlatforms`; another is PLATFORM_NOT_CONNECTABLE.' })
  platform: PlatformKey;

  @Field(() => [CredentialInput], {
    description: 'The fields that the platform asks for: a missing or wrong one is CREDENTIAL_FIELD_INVALID.',
  })
  fields: CredentialInput[];
}

@ObjectType({ description: 'Answer of connectWithPassword.' })
export class ConnectWithPasswordPayload {
  @Field(() => ConnectionType, { description: 'The connection, new or renewed.' })
  connection: ConnectionType;
}

@InputType()
abstract class ConnectionInput {
  @Field(() => String, { description: 'Its platform id; a skyfeed account may be named by its DID as it is.' })
  platformId: string;
}

@InputType({ description: 'The connection to check.' })
export class CheckConnectionInput extends ConnectionInput {}

@ObjectType({ description: 'Answer of checkConnection.' })
export class CheckConnectionPayload {
  @Field(() => ConnectionCheckType, { description: 'What the platform says.' })
  check: ConnectionCheckType;
}

@InputType({ description: 'The connection to remove.' })
export class DisconnectInput extends ConnectionInput {}

@ObjectType({ description: 'Answer of disconnect.' })
export class DisconnectPayload {
  @Field(() => String, { description: 'Platform id of the connection that is gone.' })
  platformId: string;
}
