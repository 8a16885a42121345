import { graphql, type ResultOf } from '../../api/graphql.js';

export const USAGE = graphql(`
  query Usage {
    usage {
      planName
      periodEndsAt
      platforms
      latestScheduleAt
      connectedAccounts
      maxConnectedAccounts
      storage {
        usedBytes
        limitBytes
        usedFiles
        limitFiles
      }
      postsPerMonth {
        limit
        per
        used
        accounts(first: 100) {
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
      scheduledPosts {
        limit
        per
        used
        accounts(first: 100) {
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
    }
  }
`);

export type Usage = NonNullable<ResultOf<typeof USAGE>['usage']>;
export type Quota = Usage['postsPerMonth'];
