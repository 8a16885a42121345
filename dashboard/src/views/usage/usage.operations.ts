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

export const USAGE = graphql(
  `
  query Usage {
    usage {
      plan {
        name
        platforms
        maxConnectedAccounts
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
  [QUOTA],
);

export type Usage = NonNullable<ResultOf<typeof USAGE>['usage']>;
export type Quota = ResultOf<typeof QUOTA>;
