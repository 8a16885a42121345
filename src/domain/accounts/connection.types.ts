import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { knownPlatform, PlatformEnum } from '../platforms/platform.types.js';
import { picturePath } from './account-picture.js';
import type { Connection } from './connection.repository.js';
import { TokenStatus, tokenExpiresIn, tokenStatus } from './token-expiry.js';

registerEnumType(TokenStatus, {
  name: 'TokenStatus',
  description: 'Whether the access of a connection lasts.',
  valuesConfig: {
    VALID: { description: 'It lasts for at least seven days.' },
    EXPIRING_SOON: { description: 'It ends in less than seven days, or the platform refuses to renew it.' },
    EXPIRED: { description: 'It has ended, or the platform refused it.' },
    NOT_EXPIRING: { description: 'Nothing in its credentials expires. REST: `unknown`.' },
  },
});

@ObjectType({ description: 'The last error of a post to a connection.' })
export class AccountError {
  @Field(() => String, { description: 'What happened.' })
  message: string;

  @Field(() => DateTime, { description: 'When.' })
  occurredAt: string;
}

@ObjectType('ConnectedAccount', { implements: Node, description: 'A connected account.' })
export class ConnectedAccountType {
  /** Whose it is; not a field. */
  userId: string;

  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: '`<platform>-<account id>`: the target id used in createPost and in REST.' })
  platformId: string;

  @Field(() => PlatformEnum, {
    nullable: true,
    description: 'Null for a platform that is no longer supported.',
  })
  platform: PlatformKey | null;

  @Field(() => String, { description: 'The platform’s own id of the account.' })
  accountId: string;

  @Field(() => String, { description: 'Name of the account on the platform, without a leading @.' })
  username: string;

  @Field(() => String, { description: 'Display name on the platform, at the time of connecting.' })
  displayName: string;

  @Field(() => Url, { nullable: true, description: 'URL of its profile page; null if it has none.' })
  profileUrl: string | null;

  @Field(() => Url, { nullable: true, description: 'URL of its profile picture, at the time of connecting.' })
  profileImageUrl: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Path of its profile picture at this service, for pages that may not show images of other hosts. Requires the session of the account’s owner. Null if the platform has named none.',
  })
  picturePath: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its access token expires; null if it does not expire.',
  })
  accessTokenExpiresAt: Date | null;

  @Field(() => TokenStatus, { description: 'Status of its access token.' })
  tokenStatus: TokenStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Remaining time in human-readable form: `7d 3h`, `5h`, `< 1h`, `expired`; null if it does not expire.',
  })
  tokenExpiresIn: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the platform rejected its credentials: reconnect the account. Null while they work.',
  })
  revokedAt: Date | null;

  @Field(() => Boolean, {
    description:
      'Whether the service renews its access token before it expires; otherwise it has to be reconnected then.',
  })
  renewsAutomatically: boolean;

  @Field(() => DateTime, { description: 'When the account was connected.' })
  createdAt: Date;
}

@InputType('ConnectedAccountFilter', {
  description:
    'Which connected accounts. All conditions must hold; an empty list matches nothing. FILTER_INVALID, PLATFORM_ID_INVALID.',
})
export class ConnectedAccountFilterInput {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Accounts on one of these platforms.' })
  platforms?: PlatformKey[] | null;

  @Field(() => [TokenStatus], {
    nullable: true,
    description: 'Accounts whose access token has one of these statuses: those to reconnect are EXPIRED.',
  })
  tokenStatuses?: TokenStatus[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Accounts with one of these platform ids, as the posts of a group have them. At most 100.',
  })
  platformIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Accounts with this text in their @username, display name or platform id, ignoring case. At most 200 characters. A blank text is ignored.',
  })
  text?: string | null;
}

export const WHICH_ACCOUNTS = {
  nullable: true,
  description: 'Filters accounts. If omitted, all are returned.',
} as const;

export const toConnectedAccountType = (connection: Connection, now: Date): ConnectedAccountType => ({
  ...connection,
  platform: knownPlatform(connection.platform),
  picturePath: picturePath(connection),
  tokenStatus: tokenStatus(connection, now),
  tokenExpiresIn: tokenExpiresIn(connection, now),
  renewsAutomatically: connection.renewAt !== null && connection.revokedAt === null,
});

@ObjectType('AccountCheck', {
  description: 'The result of checking a connection. A failed check is a result, not an error.',
})
export class AccountCheckType {
  @Field(() => String, { description: 'Platform key, as the platform id has it.' })
  platformKey: string;

  @Field(() => String, { description: 'As given, or in the form used by connections.' })
  platformId: string;

  @Field(() => String, { description: 'Name of the account; `unknown` for a platform that cannot be checked.' })
  username: string;

  @Field(() => Boolean, { description: 'Whether the platform accepts the credentials.' })
  working: boolean;

  @Field(() => String, { description: 'The connected account, or the error.' })
  message: string;

  @Field(() => [String], { description: 'Granted permissions, as named by the platform; empty on failure.' })
  permissions: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Remaining lifetime of its access token: `7d 3h`, `5h`, `< 1h`, `expired`; null if it does not expire.',
  })
  tokenExpiresIn: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When a post to it last succeeded, whether or not the post still exists.',
  })
  lastPublishedAt: Date | null;

  @Field(() => AccountError, {
    nullable: true,
    description: 'The last error of a post to it; null once a later one has succeeded.',
  })
  lastError: AccountError | null;
}

@ObjectType({ description: 'A credential field that a platform requires to connect an account.' })
export class ConnectField {
  @Field(() => String, { description: 'Name of the field.' })
  name: string;

  @Field(() => String, { description: 'Label for a form.' })
  label: string;

  @Field(() => String, { description: 'What to enter and where to find it.' })
  hint: string;

  @Field(() => Boolean, { description: 'Whether it is a secret, to be masked in a form.' })
  secret: boolean;

  @Field(() => Boolean, { description: 'Whether it is optional.' })
  optional: boolean;
}

@ObjectType('ConnectLogin', { description: 'A login at a platform that connects accounts (OAuth 2).' })
export class ConnectLoginType {
  @Field(() => [ConnectField], { description: 'Fields to ask the owner for, passed to createLoginUrl; usually none.' })
  fields: ConnectField[];

  @Field(() => Boolean, {
    description: 'Whether the operator of this service has configured it: PLATFORM_NOT_CONFIGURED.',
  })
  configured: boolean;
}

@ObjectType('ConnectablePlatform', { description: 'How the accounts of a platform are connected.' })
export class ConnectablePlatformType {
  @Field(() => PlatformEnum, { description: 'Key of the platform, for connectAccount and createLoginUrl.' })
  platform: PlatformKey;

  @Field(() => [ConnectField], {
    description:
      'Fields to ask the owner for, passed to connectAccount; empty if the platform cannot be connected that way.',
  })
  fields: ConnectField[];

  @Field(() => ConnectLoginType, { nullable: true, description: 'Its login; null if it has none.' })
  login: ConnectLoginType | null;
}

export const ConnectedAccountConnection = connectionOf('ConnectedAccount', ConnectedAccountType);
