import { t } from '@lingui/core/macro';
import { graphql, type ResultOf } from '../../api/graphql.js';

export const RECEIVED = graphql(`
  query ReceivedInvitation($token: String!) {
    receivedInvitation(token: $token) {
      accountName
      email
      expiresAt
      hasLogin
      invitedBy
      managedUserNames
      role
    }
  }
`);

export type Received = NonNullable<ResultOf<typeof RECEIVED>['receivedInvitation']>;

/** What the person joins, in words: the account, or the clients that they are limited to. */
export function placeOf({ accountName, managedUserNames }: Received): string {
  if (!managedUserNames) return accountName;
  const [first = accountName, ...others] = managedUserNames;
  return others.length === 0 ? first : t`${managedUserNames.length} clients of ${accountName}`;
}

/** An error without a session. */
export const SIGNED_IN = graphql(`
  query SignedInPerson {
    viewer {
      id
      person {
        memberId
        email
      }
    }
  }
`);

export const ACCEPT = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      userId
    }
  }
`);
