import { graphql, type ResultOf } from '../../api/graphql.js';
import { CLIENT_OVERVIEW } from '../../shell/clients.operations.js';

const MANAGED_USER = graphql(
  `
  fragment ManagedUserFields on ManagedUser @_unmask {
    id
    email
    displayName
    createdAt
    overview {
      ...ClientOverviewFields
    }
    connectionPage {
      url
      expiresAt
    }
  }
`,
  [CLIENT_OVERVIEW],
);

export type ManagedUser = ResultOf<typeof MANAGED_USER>;

export const MANAGED_USERS = graphql(
  `
    query ManagedUsers($first: Int!, $after: String, $filter: ManagedUserFilter!) {
      managedUsers(first: $first, after: $after, filter: $filter, sort: ATTENTION) {
        totalCount
        edges {
          node {
            ...ManagedUserFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [MANAGED_USER],
);

export const MANAGED_USER_BY_ID = graphql(
  `
    query ManagedUser($id: ID!) {
      node(id: $id) {
        __typename
        id
        ...ManagedUserFields
      }
    }
  `,
  [MANAGED_USER],
);

export const CREATE_USER = graphql(
  `
    mutation CreateManagedUser($input: CreateManagedUserInput!) {
      createManagedUser(input: $input) {
        user {
          ...ManagedUserFields
        }
      }
    }
  `,
  [MANAGED_USER],
);

export const CREATE_LINK = graphql(`
  mutation CreateConnectionPage($input: CreateConnectionPageInput!) {
    createConnectionPage(input: $input) {
      connectionPage {
        url
        expiresAt
      }
    }
  }
`);

export const CREATE_KEY = graphql(`
  mutation CreateManagedUserKey($input: CreateManagedUserKeyInput!) {
    createManagedUserKey(input: $input) {
      rawKey
    }
  }
`);

export const DETACH = graphql(`
  mutation DetachManagedUser($input: DetachManagedUserInput!) {
    detachManagedUser(input: $input) {
      detachedUserId
    }
  }
`);

/** On behalf of the user. */
export const ACCOUNTS = graphql(`
  query AccountsOfManagedUser {
    connectedAccounts(first: 100) {
      totalCount
      edges {
        node {
          id
          platformId
          platform
          username
          profileUrl
          tokenStatus
          tokenExpiresIn
        }
      }
    }
  }
`);

export type Account = NonNullable<ResultOf<typeof ACCOUNTS>['connectedAccounts']>['edges'][number]['node'];

/** On behalf of the user. */
export const DISCONNECT = graphql(`
  mutation DisconnectAccountOfManagedUser($input: DisconnectAccountInput!) {
    disconnectAccount(input: $input) {
      disconnectedAccountId
    }
  }
`);
