import { graphql } from '../../api/graphql.js';

export const ACTIVITY = graphql(`
  query Activity($filter: AuditLogFilter, $first: Int!, $after: String) {
    viewer {
      id
      auditLog(filter: $filter, first: $first, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            id
            action
            createdAt
            address
            userAgent
            requestId
            managedUserId
            details
            actor {
              kind
              name
            }
            subject {
              type
              name
            }
          }
        }
      }
    }
  }
`);
