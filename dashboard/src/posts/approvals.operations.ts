import { graphql, type ResultOf } from '../api/graphql.js';

/** A request and what was decided about it. */
export const APPROVAL = graphql(`
  fragment ApprovalFields on Approval @_unmask {
    postGroupId
    state
    requestedBy
    requestedAt
    scheduledTime
    mayDecide
    decisions {
      decidedBy
      decision
      comment
      decidedAt
    }
  }
`);

export type Approval = ResultOf<typeof APPROVAL>;

export const REQUEST_APPROVAL = graphql(
  `
    mutation RequestApproval($input: RequestApprovalInput!) {
      requestApproval(input: $input) {
        approval {
          postGroup {
            id
            approval {
              ...ApprovalFields
            }
          }
        }
      }
    }
  `,
  [APPROVAL],
);

/** What a decision changes of a group. */
const DECIDED = graphql(
  `
    fragment DecidedGroup on PostGroup @_unmask {
      id
      status
      processingStatus
      scheduledTime
      updatedAt
      allowedActions
      approval {
        ...ApprovalFields
      }
      posts {
        id
        status
        dueAt
      }
    }
  `,
  [APPROVAL],
);

export const APPROVE = graphql(
  `
    mutation ApprovePost($input: ApprovePostInput!) {
      approvePost(input: $input) {
        postGroup {
          ...DecidedGroup
        }
      }
    }
  `,
  [DECIDED],
);

export const REJECT = graphql(
  `
    mutation RejectPost($input: RejectPostInput!) {
      rejectPost(input: $input) {
        postGroup {
          ...DecidedGroup
        }
      }
    }
  `,
  [DECIDED],
);
