import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  oldestFirst,
  pageOf,
} from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { Permission } from '../identity/access/permission.js';
import type { Viewer } from '../identity/access/viewer.js';
import { findUser } from '../identity/account/user.repository.js';
import type { IdentityContext } from '../identity/graphql/identity.context.js';
import {
  AnyViewer,
  PersonViewer,
  requireBrowser,
  SessionViewer,
  type ViewerContext,
} from '../identity/graphql/viewer.context.js';
import { userOf } from '../identity/graphql/viewer.resolver.js';
import { ViewerType } from '../identity/graphql/viewer.types.js';
import { findPerson } from '../identity/people/person.repository.js';
import type { Plans } from '../plans/plans.js';
import { ManagedUserType } from '../workspaces/workspace.types.js';
import type { AcceptInvitation } from './accept-invitation.use-case.js';
import type { ChangeMemberRole } from './change-member-role.use-case.js';
import type { ChangePersonName } from './change-person-name.use-case.js';
import { openInvitations } from './invitation.repository.js';
import type { InviteMember } from './invite-member.use-case.js';
import { accountsOfPerson, membersOf } from './member.repository.js';
import {
  AcceptInvitationInput,
  AcceptInvitationPayload,
  AccountOfPersonType,
  ChangeMemberRoleInput,
  ChangeMemberRolePayload,
  ChangePersonNameInput,
  ChangePersonNamePayload,
  InvitationConnection,
  InvitationType,
  InviteMemberInput,
  InviteMemberPayload,
  LeaveAccountPayload,
  MemberConnection,
  type MemberType,
  ReceivedInvitationType,
  RemoveMemberInput,
  RemoveMemberPayload,
  RequireTwoFactorInput,
  RequireTwoFactorPayload,
  RevokeInvitationInput,
  RevokeInvitationPayload,
  SignedInPersonType,
  TransferOwnershipInput,
  TransferOwnershipPayload,
  toInvitationType,
  toMemberType,
} from './member.types.js';
import { parseGivenRole, parseManagedUserIds } from './members.js';
import type { RemoveMember } from './remove-member.use-case.js';
import type { RequireTwoFactor } from './require-two-factor.use-case.js';
import type { RevokeInvitation } from './revoke-invitation.use-case.js';
import type { TransferOwnership } from './transfer-ownership.use-case.js';

const MEMBERS = byTime('members');
const INVITATIONS = byTime('invitations');

/** The members of an account, and invitations to it. */
@Resolver()
export class MemberResolver {
  constructor(
    private readonly needs: {
      db: Db;
      plans: Plans;
      clock: () => Date;
      inviteMember: InviteMember;
      revokeInvitation: RevokeInvitation;
      acceptInvitation: AcceptInvitation;
      changeMemberRole: ChangeMemberRole;
      changePersonName: ChangePersonName;
      removeMember: RemoveMember;
      transferOwnership: TransferOwnership;
      requireTwoFactor: RequireTwoFactor;
    },
  ) {}

  @Query(() => MemberConnection, {
    description:
      'The people who sign in to the account, at most 100, those who joined first coming first. Members of the account that manages it are not among them. Dashboard sessions only. Errors: SESSION_REQUIRED, PAGE_INVALID.',
  })
  async members(
    @SessionViewer('READ') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<MemberType>> {
    const members = (await membersOf(this.needs.db, viewer.userId)).map((member) => toMemberType(member, viewer));
    return pageOf({ first, after }, members, {
      cursors: MEMBERS,
      positionOf: ({ joinedAt, id }) => ({ time: joinedAt, id }),
      compare: oldestFirst,
    });
  }

  @Query(() => InvitationConnection, {
    description:
      'Invitations that were not accepted yet, oldest first. Dashboard sessions only. Errors: SESSION_REQUIRED, PAGE_INVALID.',
  })
  async invitations(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<InvitationType>> {
    const { db, clock } = this.needs;
    return pageOf({ first, after }, (await openInvitations(db, viewer, clock())).map(toInvitationType), {
      cursors: INVITATIONS,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Query(() => ReceivedInvitationType, {
    description: 'What the link of an invitation leads to. It needs no session. Error: INVITATION_INVALID.',
  })
  async receivedInvitation(
    @Arg('token', () => String, { description: 'Token of the link in the e-mail.' }) token: string,
  ): Promise<ReceivedInvitationType> {
    const found = await this.needs.acceptInvitation.find({ token });
    const { account: accountName, managedUsers: managedUserNames, email, role, invitedBy, expiresAt, hasLogin } = found;
    return { accountName, managedUserNames, email, role, invitedBy, expiresAt, hasLogin };
  }

  @Mutation(() => InviteMemberPayload, {
    description:
      'Invites a person to the account by e-mail. The link in it is valid once, for seven days; inviting the same address again replaces it. At most 100 members and invitations, and 100 invitations a day. With `managedUserIds`, the person becomes a member of these managed users alone; those that they are a member of already, and those that are detached before they accept, are left out. Dashboard sessions only. Errors: SESSION_REQUIRED, EMAIL_INVALID, ROLE_NOT_GIVEN, ID_INVALID, MANAGED_USERS_INVALID, WORKSPACE_ACCESS_DISABLED, MANAGED_USER_NOT_FOUND, MEMBER_EXISTS, MEMBER_LIMIT_REACHED, INVITATION_THROTTLED, ACCOUNT_MAIL_THROTTLED.',
    complexity: COST.recorded,
  })
  async inviteMember(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => InviteMemberInput, { description: 'Whom, and the role.' }) input: InviteMemberInput,
  ): Promise<InviteMemberPayload> {
    const invitation = await this.needs.inviteMember(viewer, {
      email: input.email,
      role: parseGivenRole(input.role),
      managedUserIds: input.managedUserIds ? parseManagedUserIds(input.managedUserIds) : null,
    });
    return { invitation: toInvitationType(invitation) };
  }

  @Mutation(() => RevokeInvitationPayload, {
    description:
      'Makes the link of an invitation invalid. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, INVITATION_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async revokeInvitation(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => RevokeInvitationInput, { description: 'The invitation.' }) input: RevokeInvitationInput,
  ): Promise<RevokeInvitationPayload> {
    const revokedInvitationId = parseId('invitationId', input.invitationId);
    await this.needs.revokeInvitation(viewer, revokedInvitationId);
    return { revokedInvitationId };
  }

  @Mutation(() => AcceptInvitationPayload, {
    description:
      'Makes the person of an invitation a member. With `password`, it creates the login of the invited address and signs in; without, the signed-in person must have that address. Errors: INVITATION_INVALID, SESSION_REQUIRED, INVITATION_FOR_ANOTHER, INVITATION_NEEDS_SIGN_IN, MEMBERSHIP_LIMIT_REACHED, MEMBER_LIMIT_REACHED, COOKIES_UNAVAILABLE, PASSWORD_INVALID, PASSWORD_WEAK, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, EMAIL_TAKEN, DIRECTORY_UNAVAILABLE.',
    complexity: COST.password,
  })
  async acceptInvitation(
    @Ctx() context: ViewerContext,
    @Arg('input', () => AcceptInvitationInput, { description: 'The token; name and password of a new login.' })
    { token, password = null, name = null }: AcceptInvitationInput,
  ): Promise<AcceptInvitationPayload> {
    if (password === null) {
      const viewer = await context.viewer().catch((error) => {
        throw error instanceof AppError && error.code === 'API_KEY_REQUIRED' ? new AppError('SESSION_REQUIRED') : error;
      });
      return this.needs.acceptInvitation.asPerson(viewer, token);
    }
    const browser = requireBrowser(context);
    const { userId, session } = await this.needs.acceptInvitation.asNewPerson({ token, name, password, browser });
    browser.begin(session);
    browser.become(session.token);
    return { userId };
  }

  @Mutation(() => ChangeMemberRolePayload, {
    description:
      'Gives a member another role, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, ROLE_NOT_GIVEN, MEMBER_NOT_FOUND, MEMBER_IS_OWNER.',
    complexity: COST.recorded,
  })
  async changeMemberRole(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => ChangeMemberRoleInput, { description: 'The member and the role.' })
    input: ChangeMemberRoleInput,
  ): Promise<ChangeMemberRolePayload> {
    const personId = parseId('memberId', input.memberId);
    return {
      member: await this.needs.changeMemberRole(viewer, {
        personId,
        role: parseGivenRole(input.role),
        revokesAccess: input.revokeAccess,
      }),
    };
  }

  @Mutation(() => ChangePersonNamePayload, {
    description:
      'Changes your own name, which the members of your accounts read; changeDisplayName changes that of the account. Dashboard sessions only. Errors: SESSION_REQUIRED, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE.',
    complexity: COST.recorded,
  })
  async changePersonName(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => ChangePersonNameInput, { description: 'The name.' }) { name }: ChangePersonNameInput,
  ): Promise<ChangePersonNamePayload> {
    return { name: await this.needs.changePersonName(viewer, name) };
  }

  @Mutation(() => RemoveMemberPayload, {
    description:
      'Removes a person from the account and from all users that it manages; open web sockets there close within two seconds, and open invitations to them end. A person who is a member of no other account loses the login. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, MEMBER_NOT_FOUND, MEMBER_IS_OWNER.',
    complexity: COST.recorded,
  })
  async removeMember(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => RemoveMemberInput, { description: 'The member.' }) input: RemoveMemberInput,
  ): Promise<RemoveMemberPayload> {
    const removedMemberId = parseId('memberId', input.memberId);
    await this.needs.removeMember.remove(viewer, { personId: removedMemberId, revokesAccess: input.revokeAccess });
    return { removedMemberId };
  }

  @Mutation(() => LeaveAccountPayload, {
    description:
      'Ends your membership in the account. If you are a member of no other account, your login is removed. MEMBER_NOT_FOUND: you are a member of the account that manages it. Dashboard sessions only. Errors: SESSION_REQUIRED, MEMBER_NOT_FOUND, MEMBER_IS_OWNER.',
    complexity: COST.recorded,
  })
  async leaveAccount(@PersonViewer() viewer: Viewer): Promise<LeaveAccountPayload> {
    await this.needs.removeMember.leave(viewer);
    return { leftUserId: viewer.userId };
  }

  @Mutation(() => TransferOwnershipPayload, {
    description:
      'Makes another member the owner of the account; you become an admin. Both are notified by e-mail, and e-mails about the account go to the new owner. The errors of the second factor only if you have one. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, MEMBER_NOT_FOUND, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED.',
    complexity: COST.password,
  })
  async transferOwnership(
    @SessionViewer('OWN') viewer: Viewer,
    @Arg('input', () => TransferOwnershipInput, { description: 'The next owner, and your proof.' })
    { memberId, password, code = null }: TransferOwnershipInput,
  ): Promise<TransferOwnershipPayload> {
    const ownerId = parseId('memberId', memberId);
    await this.needs.transferOwnership(viewer, { personId: ownerId, password, code });
    return { ownerId };
  }

  @Mutation(() => RequireTwoFactorPayload, {
    description:
      'Requires two-factor authentication of all members of the account and of the users that it manages, or no longer does. Members without it can do nothing there until they turn it on. SECOND_FACTOR_OFF: turn on your own first. Dashboard sessions only. Errors: SESSION_REQUIRED, SECOND_FACTOR_OFF.',
    complexity: COST.recorded,
  })
  async requireTwoFactor(
    @SessionViewer('OWN') viewer: Viewer,
    @Arg('input', () => RequireTwoFactorInput, { description: 'Whether.' }) { required }: RequireTwoFactorInput,
  ): Promise<RequireTwoFactorPayload> {
    await this.needs.requireTwoFactor(viewer, required);
    return { viewer: await userOf(this.needs, viewer) };
  }
}

/** What an invitation leads to. */
@Resolver(() => InvitationType)
export class InvitationResolver {
  @FieldResolver(() => [ManagedUserType], {
    nullable: true,
    description:
      'The managed users that the person is limited to, at most 100, by name, without those that were detached; null for the account itself.',
  })
  async managedUsers(
    @Root() { userId, managedUserIds }: InvitationType,
    @Ctx() { loaders }: IdentityContext,
  ): Promise<ManagedUserType[] | null> {
    if (!managedUserIds) return null;
    const users = await Promise.all(managedUserIds.map((id) => loaders.user.load(id)));
    return users
      .filter((user) => user?.managedById === userId)
      .flatMap((user) => user ?? [])
      .toSorted((one, other) => one.displayName.localeCompare(other.displayName));
  }
}

/** The person behind a session. */
@Resolver(() => SignedInPersonType)
export class SignedInPersonResolver {
  constructor(private readonly needs: { db: Db }) {}

  @FieldResolver(() => String, { description: 'The name that other members see, and that is beside decisions.' })
  async name(@Root() { memberId, email }: SignedInPersonType): Promise<string> {
    return (await findPerson(this.needs.db, memberId))?.name ?? email;
  }
}

/** What the viewer may do, and as whom. */
@Resolver(() => ViewerType)
export class ViewerMemberResolver {
  constructor(private readonly needs: { db: Db }) {}

  @FieldResolver(() => [Permission], {
    description: 'What you may do in the account: by your role, or by the scopes of the API key.',
  })
  permissions(@AnyViewer() viewer: Viewer): readonly Permission[] {
    return viewer.permissions;
  }

  @FieldResolver(() => SignedInPersonType, {
    nullable: true,
    description: 'The person who is signed in; null for an API key.',
  })
  person(@AnyViewer() { session }: Viewer): SignedInPersonType | null {
    if (!session) return null;
    const { personId: memberId, email, role, mustSetUpSecondFactor: mustSetUpTwoFactor } = session;
    return { memberId, email, role, mustSetUpTwoFactor };
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the account requires two-factor authentication of its members; for a managed user, also if the account that manages it does.',
  })
  async twoFactorRequired(@AnyViewer() { userId, ownerId }: Viewer): Promise<boolean> {
    const accounts = await Promise.all([...new Set([userId, ownerId])].map((id) => findUser(this.needs.db, id)));
    return accounts.some((account) => account?.twoFactorRequired);
  }

  @FieldResolver(() => [AccountOfPersonType], {
    description:
      'The accounts that the signed-in person is a member of, at most 100: send the `userId` of one as `x-service-user-id` to act there. Empty for an API key, and for an operator who is signed in as the account.',
  })
  async accounts(@AnyViewer() { session }: Viewer): Promise<AccountOfPersonType[]> {
    return session && !session.operator ? accountsOfPerson(this.needs.db, session.personId) : [];
  }
}
