import { graphql, type ResultOf } from '../../api/graphql.js';

/** Versions of a post, newest first. */
export const HISTORY = graphql(`
  query History($id: ID!, $first: Int!) {
    postGroup(id: $id) {
      id
      history(first: $first) {
        totalCount
        edges {
          node {
            number
            createdAt
            editedBy {
              kind
              name
            }
            changes {
              field
              subject
              before
              after
            }
          }
        }
      }
    }
  }
`);

type HistoryPage = NonNullable<NonNullable<ResultOf<typeof HISTORY>['postGroup']>['history']>;
export type Version = HistoryPage['edges'][number]['node'];
export type Change = Version['changes'][number];

export const RESTORE = graphql(`
  mutation RestorePostVersion($input: RestorePostVersionInput!) {
    restorePostVersion(input: $input) {
      postGroup {
        id
        content
        updatedAt
      }
      notRestored {
        field
        subject
      }
    }
  }
`);

export type Loss = NonNullable<ResultOf<typeof RESTORE>['restorePostVersion']>['notRestored'][number];
