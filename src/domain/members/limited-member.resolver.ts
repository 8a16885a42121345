import { Arg, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { SessionViewer } from '../identity/graphql/viewer.context.js';
import { assertWorkspace } from '../workspaces/managed-user.js';
import type { LimitMember } from './limit-member.use-case.js';
import { countLimitedMembers, type LimitedMember, limitedMembers } from './limited-member.repository.js';
import {
  LimitedMemberConnection,
  type LimitedMemberType,
  LimitMemberInput,
  LimitMemberPayload,
} from './limited-member.types.js';
import { parseGivenRole, parseManagedUserIds } from './members.js';

const LIMITED_MEMBERS = byTime('limitedMembers');

const toLimitedMemberType = ({ id: memberId, ...member }: LimitedMember): LimitedMemberType => ({
  ...member,
  memberId,
});

/** People who are limited to managed users of an account. */
@Resolver()
export class LimitedMemberResolver {
  constructor(private readonly needs: { db: Db; limitMember: LimitMember }) {}

  @Query(() => LimitedMemberConnection, {
    description:
      'The people who are members of some users that the account manages, and not of the account, those who joined first coming first. Dashboard sessions only. Errors: SESSION_REQUIRED, WORKSPACE_ACCESS_DISABLED, PAGE_INVALID.',
  })
  limitedMembers(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<LimitedMemberType>> {
    assertWorkspace(viewer);
    const { db } = this.needs;
    return readPage(
      { first, after },
      {
        read: async (page) => (await limitedMembers(db, viewer.userId, page)).map(toLimitedMemberType),
        count: () => countLimitedMembers(db, viewer.userId),
        cursors: LIMITED_MEMBERS,
        positionOf: ({ joinedAt, memberId }) => ({ time: joinedAt, id: memberId }),
      },
    );
  }

  @Mutation(() => LimitMemberPayload, {
    description:
      'Limits a person to managed users of the account, in one role: a member of the account, or somebody who is limited already. Other memberships under the account and open invitations to it end; open web sockets there close within two seconds. To end all of them, use removeMember. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, ROLE_NOT_GIVEN, MANAGED_USERS_INVALID, WORKSPACE_ACCESS_DISABLED, MEMBER_NOT_FOUND, MEMBER_IS_OWNER, MANAGED_USER_NOT_FOUND, MEMBER_LIMIT_REACHED, MEMBERSHIP_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  async limitMember(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => LimitMemberInput, { description: 'The person, the managed users and the role.' })
    input: LimitMemberInput,
  ): Promise<LimitMemberPayload> {
    const member = await this.needs.limitMember(viewer, {
      personId: parseId('memberId', input.memberId),
      managedUserIds: parseManagedUserIds(input.managedUserIds),
      role: parseGivenRole(input.role),
      revokesAccess: input.revokeAccess,
    });
    return { member: toLimitedMemberType(member) };
  }
}
