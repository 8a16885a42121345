import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { Role } from '../identity/people/role.js';

@ObjectType('LimitedMembership', { description: 'A managed user that a person is limited to.' })
export class LimitedMembershipType {
  @Field(() => ID, { description: 'The managed user: 24 hexadecimal characters.' })
  userId: string;

  @Field(() => String, { description: 'Name of the managed user.' })
  displayName: string;

  @Field(() => Role, { description: 'Role of the person in it.' })
  role: Role;
}

@ObjectType('LimitedMember', {
  description: 'A person who is a member of some managed users of an account, and not of the account.',
})
export class LimitedMemberType {
  @Field(() => ID, { description: 'Of the person, as in `Member.id`.' })
  memberId: string;

  @Field(() => String, { description: 'E-mail address that the person signs in with.' })
  email: string;

  @Field(() => String, { description: 'Name of the person.' })
  name: string;

  @Field(() => DateTime, { description: 'When the person became a member of the first one.' })
  joinedAt: Date;

  @Field(() => [LimitedMembershipType], {
    description: 'The managed users, at most 100, by name. Other accounts of the person are not among them.',
  })
  managedUsers: LimitedMembershipType[];
}

export const LimitedMemberConnection = connectionOf('LimitedMember', LimitedMemberType);

@InputType({ description: 'The person, and what they are limited to.' })
export class LimitMemberInput {
  @Field(() => ID, { description: 'A member of the account or of its managed users: 24 hexadecimal characters.' })
  memberId: string;

  @Field(() => [ID], {
    description:
      'The managed users of the account, 1 to 100: MANAGED_USERS_INVALID, MANAGED_USER_NOT_FOUND. The person is a member of no others.',
  })
  managedUserIds: string[];

  @Field(() => Role, { description: 'Role in each of them. OWNER cannot be given: ROLE_NOT_GIVEN.' })
  role: Role;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to revoke the API keys and connected applications that the person created where they are no longer a member, or have another role.',
  })
  revokeAccess: boolean;
}

@ObjectType({ description: 'Result of limitMember.' })
export class LimitMemberPayload {
  @Field(() => LimitedMemberType, { description: 'The person with the managed users.' })
  member: LimitedMemberType;
}
