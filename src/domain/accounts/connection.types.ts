import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { knownPlatform, PlatformEnum } from '../../foundation/graphql/enums.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { Connection } from './connection.repository.js';
import { TokenStatus, tokenExpiresIn, tokenStatus } from './token-expiry.js';

@ObjectType({ description: 'Why a post to a connection failed last.' })
export class ConnectionError {
  @Field(() => String, { description: 'What happened.' })
  message: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When.' })
  occurredAt: string;
}

@ObjectType('Connection', { description: 'A connected account.' })
export class ConnectionType {
  /** Whose it is; not a field. */
  userId: string;

  @Field(() => String, { description: '`<platform>-<account id>`: the target to name in createPost and in REST.' })
  platformId: string;

  @Field(() => PlatformEnum, {
    nullable: true,
    description: 'Null for a platform that this service does not recognize any more.',
  })
  platform: PlatformKey | null;

  @Field(() => String, { description: 'The platform’s own id of the account.' })
  accountId: string;

  @Field(() => String, { description: 'Name of the account on the platform, without a leading @.' })
  username: string;

  @Field(() => String, { description: 'Name that the account shows on the platform, when it was connected.' })
  displayName: string;

  @Field(() => String, { nullable: true, description: 'Address of its page; null where there is none.' })
  profileUrl: string | null;

  @Field(() => String, { nullable: true, description: 'Address of its picture, when it was connected.' })
  profileImageUrl: string | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When its access ends; null when nothing expires.' })
  accessTokenExpiresAt: Date | null;

  @Field(() => TokenStatus, { description: 'Whether its access lasts.' })
  tokenStatus: TokenStatus;

  @Field(() => String, {
    nullable: true,
    description: 'How long, in words: `7d 3h`, `5h`, `< 1h`, `expired`; null when nothing expires.',
  })
  tokenExpiresIn: string | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When the platform refused its credentials; connect the account again. Null while they work.',
  })
  revokedAt: Date | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When the account was connected.' })
  createdAt: Date;
}

export const toConnectionType = (connection: Connection, now: Date): ConnectionType => ({
  ...connection,
  platform: knownPlatform(connection.platform),
  tokenStatus: tokenStatus(connection, now),
  tokenExpiresIn: tokenExpiresIn(connection, now),
});

@ObjectType('ConnectionCheck', { description: 'What a platform says of a connection. A failure is an answer here.' })
export class ConnectionCheckType {
  @Field(() => String, { description: 'Platform key, as the platform id has it.' })
  platformKey: string;

  @Field(() => String, { description: 'As it was given, or as connections print it.' })
  platformId: string;

  @Field(() => String, { description: 'Name of the account; `unknown` for a platform that cannot be asked.' })
  username: string;

  @Field(() => Boolean, { description: 'Whether the platform accepts the credentials.' })
  working: boolean;

  @Field(() => String, { description: 'As whom it is connected, or what is wrong.' })
  message: string;

  @Field(() => [String], { description: 'What the account was granted, in the platform’s words; empty on failure.' })
  permissions: string[];

  @Field(() => String, {
    nullable: true,
    description: 'How long its access lasts: `7d 3h`, `5h`, `< 1h`, `expired`; null when nothing expires.',
  })
  tokenExpiresIn: string | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When a post to it went out last.' })
  lastSuccessfulPost: Date | null;

  @Field(() => ConnectionError, { nullable: true, description: 'Why a post to it failed last.' })
  lastError: ConnectionError | null;
}

@ObjectType({ description: 'One thing that a platform asks for to connect an account.' })
export class ConnectField {
  @Field(() => String, { description: 'Name to send it under.' })
  name: string;

  @Field(() => String, { description: 'Label of its form field.' })
  label: string;

  @Field(() => String, { description: 'What to enter and where to find it.' })
  hint: string;

  @Field(() => Boolean, { description: 'Whether it is a secret, to be typed behind dots.' })
  secret: boolean;

  @Field(() => Boolean, { description: 'Whether it may stay empty.' })
  optional: boolean;
}

@ObjectType('ConnectLogin', { description: 'A login at a platform that connects accounts (OAuth 2).' })
export class ConnectLoginType {
  @Field(() => [ConnectField], { description: 'What to ask the owner for before, for connectUrl; mostly nothing.' })
  fields: ConnectField[];

  @Field(() => Boolean, { description: 'Whether the operator of this service has set it up: PLATFORM_NOT_CONFIGURED.' })
  configured: boolean;
}

@ObjectType('ConnectablePlatform', { description: 'How the accounts of a platform are connected.' })
export class ConnectablePlatformType {
  @Field(() => PlatformEnum, { description: 'Key of the platform, for connectWithPassword and connectUrl.' })
  platform: PlatformKey;

  @Field(() => [ConnectField], {
    description: 'What to ask the owner for, for connectWithPassword; empty: it does not connect this platform.',
  })
  fields: ConnectField[];

  @Field(() => ConnectLoginType, { nullable: true, description: 'Its login; null: there is none.' })
  login: ConnectLoginType | null;
}
