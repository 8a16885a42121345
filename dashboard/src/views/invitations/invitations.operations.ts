import { graphql, type ResultOf } from '../../api/graphql.js';

export const RECEIVED = graphql(`
  query ReceivedInvitation($token: String!) {
    receivedInvitation(token: $token) {
      accountName
      email
      expiresAt
      hasLogin
      invitedBy
      role
    }
  }
`);

export type Received = NonNullable<ResultOf<typeof RECEIVED>['receivedInvitation']>;

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
