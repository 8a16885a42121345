import { graphql, type ResultOf } from '../../api/graphql.js';

const LISTED_ACCOUNT = graphql(`
  fragment ListedAccount on ConnectedAccount @_unmask {
    id
    platformId
    platform
    username
    displayName
    picturePath
    profileUrl
    tokenStatus
    tokenExpiresIn
    accessTokenExpiresAt
    renewsAutomatically
    revokedAt
    lastPublishedAt
    lastError {
      message
      occurredAt
    }
    recoverablePosts {
      count
    }
    signature
  }
`);

/** An account as the list shows it. */
export type Account = ResultOf<typeof LISTED_ACCOUNT>;

export const ACCOUNTS = graphql(
  `
    query Accounts($filter: ConnectedAccountFilter, $first: Int!, $after: String) {
      connectedAccounts(filter: $filter, first: $first, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            ...ListedAccount
          }
        }
      }
    }
  `,
  [LISTED_ACCOUNT],
);

export const ACCOUNT = graphql(
  `
    query Account($platformId: String!) {
      connectedAccount(platformId: $platformId) {
        ...ListedAccount
      }
    }
  `,
  [LISTED_ACCOUNT],
);

/** What failed while an account had no access. */
export const FAILED_POSTS = graphql(`
  query FailedPosts($platformId: String!) {
    connectedAccount(platformId: $platformId) {
      id
      recoverablePosts {
        count
        posts {
          id
          content
          postGroup {
            id
            scheduledTime
            createdAt
          }
        }
      }
    }
  }
`);

export const CONNECTABLE = graphql(`
  query Connectable {
    connectablePlatforms {
      platform
      fields {
        name
        label
        hint
        secret
        optional
      }
      login {
        configured
        fields {
          name
          label
          hint
          secret
          optional
        }
      }
    }
    usage {
      plan {
        name
        platforms
        maxConnectedAccounts
      }
      connectedAccounts
    }
  }
`);

/** How accounts of a platform are connected. */
export type Connectable = NonNullable<ResultOf<typeof CONNECTABLE>['connectablePlatforms']>[number];
export type ConnectField = Connectable['fields'][number];
export type Usage = NonNullable<ResultOf<typeof CONNECTABLE>['usage']>;

export const CREATE_LOGIN_URL = graphql(`
  mutation CreateLoginUrl($input: CreateLoginUrlInput!) {
    createLoginUrl(input: $input) {
      url
    }
  }
`);

export const CONNECT_ACCOUNT = graphql(`
  mutation ConnectAccount($input: ConnectAccountInput!) {
    connectAccount(input: $input) {
      account {
        id
        platformId
        username
        tokenStatus
        tokenExpiresIn
        accessTokenExpiresAt
        renewsAutomatically
        revokedAt
      }
    }
  }
`);

export const CHECK_ACCOUNT = graphql(`
  mutation CheckAccount($input: CheckAccountInput!) {
    checkAccount(input: $input) {
      check {
        working
        message
        username
        permissions
      }
    }
  }
`);

export type Check = NonNullable<ResultOf<typeof CHECK_ACCOUNT>['checkAccount']>['check'];

export const DISCONNECT_ACCOUNT = graphql(`
  mutation DisconnectAccount($input: DisconnectAccountInput!) {
    disconnectAccount(input: $input) {
      disconnectedAccountId
    }
  }
`);

export const SET_SIGNATURE = graphql(`
  mutation SetSignature($input: SetSignatureInput!) {
    setSignature(input: $input) {
      account {
        id
        signature
      }
    }
  }
`);

export const SCHEDULED_TO = graphql(`
  query ScheduledTo($filter: PostGroupFilter) {
    postGroupCounts(filter: $filter) {
      status
      count
    }
  }
`);
