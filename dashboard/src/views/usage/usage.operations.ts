import { graphql, type ResultOf } from '../../api/graphql.js';

const QUOTA = graphql(`
  fragment QuotaFields on QuotaUsage @_unmask {
    limit
    per
    used
    accounts(first: 80) {
      totalCount
      edges {
        node {
          platformId
          used
          account {
            id
            username
            displayName
          }
        }
      }
    }
  }
`);

const USER_USAGE = graphql(`
  fragment UserUsageFields on UserUsage @_unmask {
    postsPerMonth
    mostPostsPerAccount
    scheduledPosts
    drafts
    connectedAccounts
    usedBytes
    usedFiles
  }
`);

export type UserUsage = ResultOf<typeof USER_USAGE>;

export const USAGE = graphql(
  `
  query Usage {
    usage {
      plan {
        name
        platforms
        maxConnectedAccounts
        maxDrafts
      }
      own {
        ...UserUsageFields
      }
      periodEndsAt
      latestScheduleAt
      connectedAccounts
      storage {
        usedBytes
        limitBytes
        usedFiles
        limitFiles
      }
      postsPerMonth {
        ...QuotaFields
      }
      scheduledPosts {
        ...QuotaFields
      }
    }
  }
`,
  [QUOTA, USER_USAGE],
);

export type Usage = NonNullable<ResultOf<typeof USAGE>['usage']>;
export type Quota = ResultOf<typeof QUOTA>;

const CLIENT_USAGE = graphql(
  `
    fragment ClientUsageFields on ClientUsage @_unmask {
      user {
        id
        displayName
      }
      postsPerMonth
      mostPostsPerAccount
      scheduledPosts
      drafts
      connectedAccounts
      usedBytes
      usedFiles
    }
  `,
);

export type ClientUsage = ResultOf<typeof CLIENT_USAGE>;

/** A page of what each client uses, in the month of a time, beside what the account itself and all together use. */
export const CLIENTS = graphql(
  `
    query UsageByClient($at: DateTime!, $first: Int!, $after: String, $sort: ClientUsageSort!) {
      usage(at: $at) {
        plan {
          maxConnectedAccounts
          maxDrafts
        }
        postsPerMonth {
          limit
          per
          used
        }
        scheduledPosts {
          limit
          used
        }
        connectedAccounts
        storage {
          usedBytes
          limitBytes
        }
        own {
          ...UserUsageFields
        }
        clients(first: $first, after: $after, sort: $sort) {
          totalCount
          edges {
            node {
              ...ClientUsageFields
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [CLIENT_USAGE, USER_USAGE],
);

export type UsageByClient = NonNullable<ResultOf<typeof CLIENTS>['usage']>;
