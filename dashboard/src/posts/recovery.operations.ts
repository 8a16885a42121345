import { graphql } from '../api/graphql.js';

/** Accounts with what can be recovered of each. */
export const RECOVERABLE = graphql(`
  query RecoverablePosts($filter: ConnectedAccountFilter!) {
    viewer {
      id
      recoveryPolicy {
        mode
      }
    }
    connectedAccounts(first: 20, filter: $filter) {
      edges {
        node {
          id
          platformId
          recoverablePosts {
            count
          }
        }
      }
    }
  }
`);

export const RECOVER_POSTS = graphql(`
  mutation RecoverPosts($input: RecoverPostsInput!) {
    recoverPosts(input: $input) {
      platformPosts {
        id
        status
        dueAt
      }
      account {
        id
        recoverablePosts {
          count
        }
      }
    }
  }
`);
