import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { Permission } from '../identity/access/permission.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import { ViewerType } from '../identity/graphql/viewer.types.js';
import { Role } from '../identity/people/role.js';
import type { Invitation } from './invitation.repository.js';
import type { Member } from './member.repository.js';

registerEnumType(Role, {
  name: 'MemberRole',
  description: 'The role of a person in an account, from most to least rights.',
  valuesConfig: {
    OWNER: { description: 'Everything, including removal and transfer of the account. Each account has one owner.' },
    ADMIN: { description: 'Everything but OWN: also members, API keys, connected applications and the audit log.' },
    EDITOR: { description: 'Creates, schedules and publishes posts, and interacts on the platforms.' },
    CONTRIBUTOR: { description: 'Creates and edits drafts and their files.' },
    VIEWER: { description: 'Reads.' },
  },
});
registerEnumType(Permission, {
  name: 'Permission',
  description:
    'What a caller may do in an account: a person by the role, a program by the scopes of its API key. Without it, an operation is PERMISSION_REQUIRED for a person and API_KEY_SCOPE_REQUIRED for a program.',
  valuesConfig: {
    READ: { description: 'Queries and subscriptions, and checkAccount. Every role has it.' },
    DRAFT: { description: 'Mutations of drafts and their files.' },
    PUBLISH: {
      description:
        'Mutations of all posts and their files, and what is done on the platforms: comments, reactions, removal of published posts.',
    },
    MANAGE: {
      description:
        'Mutations of connected accounts, webhooks, the calendar feed and managed users, and of the name and the time zone of the account.',
    },
    ADMINISTER: { description: 'Members, API keys, connected applications and the audit log. Sessions only.' },
    OWN: {
      description: 'Exports, removal and transfer of the account, and what it requires of its members. Sessions only.',
    },
  },
});

@ObjectType('Member', { implements: Node, description: 'A person who signs in to an account.' })
export class MemberType {
  @Field(() => ID, { description: 'Of the person: 24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'E-mail address that the person signs in with.' })
  email: string;

  @Field(() => String, { description: 'Name of the person.' })
  name: string;

  @Field(() => Role, { description: 'Role in this account.' })
  role: Role;

  @Field(() => DateTime, { description: 'When the person became a member.' })
  joinedAt: Date;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the person has two-factor authentication; null without the permission ADMINISTER.',
  })
  twoFactorEnabled: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the person last used the service, with a delay of some seconds; null without a session, and without the permission ADMINISTER.',
  })
  lastActiveAt: Date | null;
}

/** As the viewer may see a member. */
export const toMemberType = (member: Member, viewer: Viewer): MemberType =>
  mayDo(viewer, 'ADMINISTER') ? member : { ...member, twoFactorEnabled: null, lastActiveAt: null };

export const MemberConnection = connectionOf('Member', MemberType);

@ObjectType('Invitation', { implements: Node, description: 'A person who was invited to an account, for seven days.' })
export class InvitationType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Invited e-mail address.' })
  email: string;

  @Field(() => Role, { description: 'Role that the person gets.' })
  role: Role;

  @Field(() => String, { description: 'Name of the person who invited.' })
  invitedBy: string;

  @Field(() => DateTime, { description: 'When the invitation was sent.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When its link becomes invalid.' })
  expiresAt: Date;

  userId: string;
  managedUserIds: readonly string[] | null;
}

export const InvitationConnection = connectionOf('Invitation', InvitationType);

export const toInvitationType = ({ tokenHash, invitedById, ...invitation }: Invitation): InvitationType => invitation;

@ObjectType('ReceivedInvitation', { description: 'An invitation, as the person who has its link sees it.' })
export class ReceivedInvitationType {
  @Field(() => String, { description: 'Name of the account.' })
  accountName: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Names of the managed users of the account that the person is limited to, at most 100, in alphabetical order; null for the account itself.',
  })
  managedUserNames: string[] | null;

  @Field(() => String, { description: 'Invited e-mail address.' })
  email: string;

  @Field(() => Role, { description: 'Role that the person gets.' })
  role: Role;

  @Field(() => String, { description: 'Name of the person who invited.' })
  invitedBy: string;

  @Field(() => DateTime, { description: 'When the link becomes invalid.' })
  expiresAt: Date;

  @Field(() => Boolean, {
    description:
      'Whether the address has a login: then acceptInvitation needs its session, and no name and password otherwise.',
  })
  hasLogin: boolean;
}

@ObjectType('AccountOfPerson', { description: 'An account that the signed-in person is a member of.' })
export class AccountOfPersonType {
  @Field(() => ID, { description: 'To send as `x-service-user-id`: 24 hexadecimal characters.' })
  userId: string;

  @Field(() => String, { description: 'Name of the account.' })
  displayName: string;

  @Field(() => Role, { description: 'Role of the person in it.' })
  role: Role;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account that manages it; null for one that is not managed.',
  })
  managedBy: string | null;
}

@ObjectType('SignedInPerson', { description: 'The person behind a session.' })
export class SignedInPersonType {
  @Field(() => ID, { description: 'As in `Member.id`.' })
  memberId: string;

  @Field(() => String, { description: 'E-mail address that the person signs in with.' })
  email: string;

  @Field(() => Role, {
    description: 'Role in the account, or in the one that manages it. OWNER for an operator who is signed in as it.',
  })
  role: Role;

  @Field(() => Boolean, {
    description:
      'Whether the account requires two-factor authentication that the person does not have: until then, what needs a permission is TWO_FACTOR_SETUP_REQUIRED.',
  })
  mustSetUpTwoFactor: boolean;
}

@InputType({ description: 'Your new name.' })
export class ChangePersonNameInput {
  @Field(() => String, {
    description: 'One line of at most 200 characters: DISPLAY_NAME_INVALID. A blank one is the e-mail address.',
  })
  name: string;
}

@ObjectType({ description: 'Result of changePersonName.' })
export class ChangePersonNamePayload {
  @Field(() => String, { description: 'The name that other members read from now on.' })
  name: string;
}

@InputType({ description: 'Whom to invite.' })
export class InviteMemberInput {
  @Field(() => String, { description: 'E-mail address: EMAIL_INVALID.' })
  email: string;

  @Field(() => Role, { description: 'Role that the person gets. OWNER cannot be given: ROLE_NOT_GIVEN.' })
  role: Role;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Limits the person to these managed users of the account, 1 to 100: MANAGED_USERS_INVALID, MANAGED_USER_NOT_FOUND. Null: the account itself, with all users that it manages.',
  })
  managedUserIds?: string[] | null;
}

@ObjectType({ description: 'Result of inviteMember.' })
export class InviteMemberPayload {
  @Field(() => InvitationType, { description: 'The invitation. Its link is in the e-mail alone.' })
  invitation: InvitationType;
}

@InputType({ description: 'The invitation to revoke.' })
export class RevokeInvitationInput {
  @Field(() => ID, { description: 'The invitation: 24 hexadecimal characters.' })
  invitationId: string;
}

@ObjectType({ description: 'Result of revokeInvitation.' })
export class RevokeInvitationPayload {
  @Field(() => ID, { description: 'Id of the revoked invitation.' })
  revokedInvitationId: string;
}

@InputType({ description: 'The invitation to accept.' })
export class AcceptInvitationInput {
  @Field(() => String, { description: 'Token of the link in the e-mail.' })
  token: string;

  @Field(() => String, {
    nullable: true,
    description:
      'For an address without a login: 12 to 256 characters, not easy to guess: PASSWORD_INVALID, PASSWORD_WEAK. Null: accept as the person who is signed in.',
  })
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'For an address without a login: one line of at most 200 characters: DISPLAY_NAME_INVALID. Defaults to the e-mail address.',
  })
  name?: string | null;
}

@ObjectType({ description: 'Result of acceptInvitation.' })
export class AcceptInvitationPayload {
  @Field(() => ID, {
    description: 'The account, to send as `x-service-user-id`; of several managed users, the first by name.',
  })
  userId: string;
}

@InputType({ description: 'The new role of a member.' })
export class ChangeMemberRoleInput {
  @Field(() => ID, { description: 'The member: 24 hexadecimal characters.' })
  memberId: string;

  @Field(() => Role, { description: 'The role. OWNER cannot be given: ROLE_NOT_GIVEN.' })
  role: Role;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to revoke the API keys and connected applications that the person created for the account: they do not depend on the role.',
  })
  revokeAccess: boolean;
}

@ObjectType({ description: 'Result of changeMemberRole.' })
export class ChangeMemberRolePayload {
  @Field(() => MemberType, { description: 'The member with the new role.' })
  member: MemberType;
}

@InputType({ description: 'The member to remove.' })
export class RemoveMemberInput {
  @Field(() => ID, { description: 'The member: 24 hexadecimal characters.' })
  memberId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to revoke the API keys and connected applications that the person created for the account and the users that it manages.',
  })
  revokeAccess: boolean;
}

@ObjectType({ description: 'Result of removeMember.' })
export class RemoveMemberPayload {
  @Field(() => ID, { description: 'Id of the removed member.' })
  removedMemberId: string;
}

@ObjectType({ description: 'Result of leaveAccount.' })
export class LeaveAccountPayload {
  @Field(() => ID, { description: 'The account that was left.' })
  leftUserId: string;
}

@InputType({ description: 'The next owner of the account, with the proof of the current one.' })
export class TransferOwnershipInput {
  @Field(() => ID, { description: 'A member: 24 hexadecimal characters.' })
  memberId: string;

  @Field(() => String, { description: 'Your current password.' })
  password: string;

  @Field(() => String, { nullable: true, description: 'If you have two-factor authentication: a code.' })
  code?: string | null;
}

@ObjectType({ description: 'Result of transferOwnership.' })
export class TransferOwnershipPayload {
  @Field(() => ID, { description: 'Id of the member who owns the account from now on.' })
  ownerId: string;
}

@InputType({ description: 'What the account requires of its members.' })
export class RequireTwoFactorInput {
  @Field(() => Boolean, { description: 'Whether all members need two-factor authentication.' })
  required: boolean;
}

@ObjectType({ description: 'Result of requireTwoFactor.' })
export class RequireTwoFactorPayload {
  @Field(() => ViewerType, { description: 'The account.' })
  viewer: ViewerType;
}
