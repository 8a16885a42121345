import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Url } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { AccountCheckType, ConnectedAccountType } from './connection.types.js';

@InputType({ description: 'The value of one credential field.' })
export class CredentialInput {
  @Field(() => String, { description: 'Name of the field, as in `connectablePlatforms`.' })
  name: string;

  @Field(() => String, { description: 'The value. It is encrypted at rest and never shown again.' })
  value: string;
}

@InputType({ description: 'An account to connect, with credentials entered by its owner.' })
export class ConnectAccountInput {
  @Field(() => PlatformEnum, { description: 'One of `connectablePlatforms`, otherwise PLATFORM_NOT_CONNECTABLE.' })
  platform: PlatformKey;

  @Field(() => [CredentialInput], {
    description: 'The fields that the platform requires. A missing or invalid one is CREDENTIAL_FIELD_INVALID.',
  })
  fields: CredentialInput[];
}

@ObjectType({ description: 'Result of connectAccount.' })
export class ConnectAccountPayload {
  @Field(() => ConnectedAccountType, { description: 'The account, connected or renewed.' })
  account: ConnectedAccountType;
}

@InputType()
abstract class AccountInput {
  @Field(() => String, { description: 'Its platform id; a skyfeed account may also be given by its DID.' })
  platformId: string;
}

@InputType({ description: 'The account to check.' })
export class CheckAccountInput extends AccountInput {}

@ObjectType({ description: 'Result of checkAccount.' })
export class CheckAccountPayload {
  @Field(() => AccountCheckType, { description: 'The result of the check.' })
  check: AccountCheckType;
}

@InputType({ description: 'The account to disconnect.' })
export class DisconnectAccountInput extends AccountInput {}

@ObjectType({ description: 'Result of disconnectAccount.' })
export class DisconnectAccountPayload {
  @Field(() => ID, { description: 'Id of the disconnected account.' })
  disconnectedAccountId: string;

  @Field(() => String, { description: 'The target that it was: `<platform>-<account id>`.' })
  platformId: string;
}

@InputType({ description: 'A login to start.' })
export class CreateLoginUrlInput {
  @Field(() => PlatformEnum, { description: 'One of `connectablePlatforms` that has a `login`.' })
  platform: PlatformKey;

  @Field(() => [CredentialInput], {
    defaultValue: [],
    description: 'The fields of its login, if any; a page asks for missing ones.',
  })
  fields: CredentialInput[];

  @Field(() => Url, {
    nullable: true,
    description:
      'Where the browser is redirected at the end, with `connected=<platform id>` for each account: a URL of this service or of a site that its operator allows (`CORS_ORIGINS`). If null, the login ends on a page that lists the connected accounts.',
  })
  returnTo?: string | null;
}

@ObjectType({ description: 'Result of createLoginUrl.' })
export class CreateLoginUrlPayload {
  @Field(() => Url, { description: 'Open it in the browser of this session.' })
  url: string;
}
