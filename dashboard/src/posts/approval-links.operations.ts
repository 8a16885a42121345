import { graphql, type ResultOf } from '../api/graphql.js';

export const APPROVAL_LINKS = graphql(`
  query ApprovalLinks {
    approvalLinks(first: 100) {
      edges {
        node {
          id
          name
          postGroupIds
          expiresAt
        }
      }
    }
  }
`);

export type ApprovalLink = NonNullable<ResultOf<typeof APPROVAL_LINKS>['approvalLinks']>['edges'][number]['node'];

export const CREATE_APPROVAL_LINK = graphql(`
  mutation CreateApprovalLink($input: CreateApprovalLinkInput!) {
    createApprovalLink(input: $input) {
      url
      approvalLink {
        id
      }
    }
  }
`);

export const REVOKE_APPROVAL_LINK = graphql(`
  mutation RevokeApprovalLink($input: RevokeApprovalLinkInput!) {
    revokeApprovalLink(input: $input) {
      revokedApprovalLinkId
    }
  }
`);
