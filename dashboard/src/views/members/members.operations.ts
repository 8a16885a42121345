import { graphql, type ResultOf } from '../../api/graphql.js';

export const MEMBERS = graphql(`
  query Members {
    members(first: 100) {
      totalCount
      edges {
        node {
          id
          name
          email
          role
          joinedAt
          lastActiveAt
          twoFactorEnabled
        }
      }
    }
  }
`);

export type Member = NonNullable<ResultOf<typeof MEMBERS>['members']>['edges'][number]['node'];

export const INVITATIONS = graphql(`
  query Invitations {
    invitations(first: 100) {
      edges {
        node {
          id
          email
          role
          invitedBy
          createdAt
          expiresAt
          managedUsers {
            id
            displayName
          }
        }
      }
    }
  }
`);

export type Invitation = NonNullable<ResultOf<typeof INVITATIONS>['invitations']>['edges'][number]['node'];

export const LIMITED_MEMBERS = graphql(`
  query LimitedMembers($after: String) {
    limitedMembers(first: 50, after: $after) {
      totalCount
      edges {
        node {
          memberId
          name
          email
          managedUsers {
            userId
            displayName
            role
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export type LimitedMember = NonNullable<ResultOf<typeof LIMITED_MEMBERS>['limitedMembers']>['edges'][number]['node'];

export const LIMIT_MEMBER = graphql(`
  mutation LimitMember($input: LimitMemberInput!) {
    limitMember(input: $input) {
      member {
        memberId
      }
    }
  }
`);

export const INVITE = graphql(`
  mutation InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      invitation {
        id
        expiresAt
      }
    }
  }
`);

export const REVOKE_INVITATION = graphql(`
  mutation RevokeInvitation($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) {
      revokedInvitationId
    }
  }
`);

export const CHANGE_ROLE = graphql(`
  mutation ChangeMemberRole($input: ChangeMemberRoleInput!) {
    changeMemberRole(input: $input) {
      member {
        id
        role
      }
    }
  }
`);

export const REMOVE_MEMBER = graphql(`
  mutation RemoveMember($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      removedMemberId
    }
  }
`);

export const LEAVE = graphql(`
  mutation LeaveAccount {
    leaveAccount {
      leftUserId
    }
  }
`);

export const TRANSFER = graphql(`
  mutation TransferOwnership($input: TransferOwnershipInput!) {
    transferOwnership(input: $input) {
      ownerId
    }
  }
`);

export const REQUIRE_TWO_FACTOR = graphql(`
  mutation RequireTwoFactor($input: RequireTwoFactorInput!) {
    requireTwoFactor(input: $input) {
      viewer {
        id
        twoFactorRequired
      }
    }
  }
`);
