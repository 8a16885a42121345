import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';

@ObjectType('ConnectionPage', { description: 'A link with which a managed user connects accounts without a password.' })
export class ConnectionPageType {
  @Field(() => Url, { description: 'URL of the page. Anyone who has it can connect accounts for the user.' })
  url: string;

  @Field(() => DateTime, { description: 'When it ends.' })
  expiresAt: Date;
}

@ObjectType('ManagedUser', {
  implements: Node,
  description: 'A user of your workspace: act for it with `x-service-user-id`.',
})
export class ManagedUserType {
  @Field(() => ID, { description: '24 hexadecimal characters, as sent in `x-service-user-id`.' })
  id: string;

  @Field(() => String, {
    description:
      'E-mail address, used as a name: not used by any other account or managed user when assigned. It is not confirmed, and its owner can still sign up with it.',
  })
  email: string;

  @Field(() => String, { description: 'Name shown to people.' })
  displayName: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;
}

@InputType('ManagedUserFilter', { description: 'Which users of a workspace.' })
export class ManagedUserFilterInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Users with this text in their name or e-mail address, in any letter case; at most 200 characters: FILTER_INVALID. A blank one is no condition.',
  })
  text?: string | null;
}

export const ManagedUserSortEnum = { CREATED_AT: 'CREATED_AT', ATTENTION: 'ATTENTION' } as const;
export type ManagedUserSort = keyof typeof ManagedUserSortEnum;
registerEnumType(ManagedUserSortEnum, {
  name: 'ManagedUserSort',
  description: 'The order of managed users.',
  valuesConfig: {
    CREATED_AT: { description: 'Oldest first.' },
    ATTENTION: {
      description:
        'Those first with the most failed posts, accounts to reconnect and requests for approval that wait, added up; of equal ones, oldest first.',
    },
  },
});

export const ManagedUserConnection = connectionOf('ManagedUser', ManagedUserType);

@InputType({ description: 'A new managed user.' })
export class CreateManagedUserInput {
  @Field(() => String, { description: 'Its e-mail address: EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_TAKEN.' })
  email: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Display name, one line of at most 200 characters: DISPLAY_NAME_INVALID. Defaults to the e-mail address.',
  })
  displayName?: string | null;
}

@ObjectType({ description: 'Result of createManagedUser.' })
export class CreateManagedUserPayload {
  @Field(() => ManagedUserType, { description: 'The new managed user.' })
  user: ManagedUserType;
}

@InputType()
abstract class ManagedUserInput {
  @Field(() => ID, { description: 'The user: 24 hexadecimal characters.' })
  userId: string;
}

@InputType({ description: 'The user to detach.' })
export class DetachManagedUserInput extends ManagedUserInput {}

@ObjectType({ description: 'Result of detachManagedUser.' })
export class DetachManagedUserPayload {
  @Field(() => ID, { description: 'Id of the detached user.' })
  detachedUserId: string;
}

@InputType({ description: 'The user to create a key for.' })
export class CreateManagedUserKeyInput extends ManagedUserInput {}

@ObjectType({ description: 'Result of createManagedUserKey.' })
export class CreateManagedUserKeyPayload {
  @Field(() => String, { description: 'The API key. It is shown only once.' })
  rawKey: string;

  @Field(() => ManagedUserType, { description: 'The user it belongs to.' })
  user: ManagedUserType;
}

@InputType({ description: 'The link to create or extend.' })
export class CreateConnectionPageInput {
  @Field(() => ID, { description: 'The managed user.' })
  userId: string;

  @Field(() => Int, { defaultValue: 90, description: 'Days until it expires, 1 to 365: EXPIRY_DAYS_INVALID.' })
  expiresInDays: number;

  @Field(() => Boolean, { defaultValue: false, description: 'Generate a new URL; the old one stops working.' })
  rotate: boolean;
}

@ObjectType({ description: 'Result of createConnectionPage.' })
export class CreateConnectionPagePayload {
  @Field(() => ConnectionPageType, { description: 'The link.' })
  connectionPage: ConnectionPageType;
}
