import { graphql, type ResultOf } from '../api/graphql.js';

const NOTIFICATION = graphql(`
  fragment NotificationFields on Notification @_unmask {
    id
    kind
    accountId
    accountName
    title
    paragraphs
    facts {
      name
      value
    }
    action {
      label
      path
    }
    count
    createdAt
    readAt
  }
`);

export const NOTIFICATION_ACTIVITY = graphql(
  `
    subscription NotificationActivity {
      notificationActivity {
        unread
        latest {
          ...NotificationFields
        }
      }
    }
  `,
  [NOTIFICATION],
);

export const NOTIFICATIONS = graphql(
  `
    query Notifications($unread: Boolean!, $first: Int!, $after: String) {
      notifications(unread: $unread, first: $first, after: $after) {
        edges {
          node {
            ...NotificationFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [NOTIFICATION],
);

export const MARK_READ = graphql(`
  mutation MarkNotificationsRead($input: MarkNotificationsReadInput!) {
    markNotificationsRead(input: $input) {
      unread
    }
  }
`);

export type NotificationState = ResultOf<typeof NOTIFICATION_ACTIVITY>['notificationActivity'];
export type Notification = ResultOf<typeof NOTIFICATION>;
