import { Field, InputType, ObjectType } from 'type-graphql';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { ConnectionCheckType, ConnectionType } from './connection.types.js';

@InputType({ description: 'The value of one credential field.' })
export class CredentialInput {
  @Field(() => String, { description: 'Name of the field, as in `connectablePlatforms`.' })
  name: string;

  @Field(() => String, { description: 'The value. It is encrypted at rest and never shown again.' })
  value: string;
}

@InputType({ description: 'An account to connect, with credentials entered by its owner.' })
export class ConnectWithPasswordInput {
  @Field(() => PlatformEnum, { description: 'One of `connectablePlatforms`, otherwise PLATFORM_NOT_CONNECTABLE.' })
  platform: PlatformKey;

  @Field(() => [CredentialInput], {
    description: 'The fields that the platform requires. A missing or invalid one is CREDENTIAL_FIELD_INVALID.',
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
  @Field(() => String, { description: 'Its platform id; a skyfeed account may also be given by its DID.' })
  platformId: string;
}

@InputType({ description: 'The connection to check.' })
export class CheckConnectionInput extends ConnectionInput {}

@ObjectType({ description: 'Answer of checkConnection.' })
export class CheckConnectionPayload {
  @Field(() => ConnectionCheckType, { description: 'The result of the check.' })
  check: ConnectionCheckType;
}

@InputType({ description: 'The connection to remove.' })
export class DisconnectInput extends ConnectionInput {}

@ObjectType({ description: 'Answer of disconnect.' })
export class DisconnectPayload {
  @Field(() => String, { description: 'Platform id of the removed connection.' })
  platformId: string;
}
