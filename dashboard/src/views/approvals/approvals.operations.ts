import { graphql, type ResultOf } from '../../api/graphql.js';
import { APPROVAL } from '../../posts/approvals.operations.js';

export const APPROVALS = graphql(
  `
    query Approvals($first: Int!) {
      approvals(first: $first) {
        totalCount
        edges {
          node {
            ...ApprovalFields
            postGroup {
              id
              content
              addSignature
              posts {
                id
                platformId
                platformKey
                firstComment {
                  text
                }
                account {
                  id
                  username
                  displayName
                  picturePath
                  signature
                }
              }
            }
          }
        }
      }
    }
  `,
  [APPROVAL],
);

/** A request that waits, with its post. */
export type Waiting = NonNullable<ResultOf<typeof APPROVALS>['approvals']>['edges'][number]['node'];
