import { graphql, type ResultOf } from '../../api/graphql.js';
import { CLIENT_OVERVIEW } from '../../shell/clients.operations.js';

const PLANNED_POST = graphql(`
  fragment PlannedPost on PostGroup @_unmask {
    id
    content
    status
    processingStatus
    scheduledTime
    posts {
      id
      platformId
      platformKey
      status
      account {
        id
        username
        displayName
        picturePath
      }
    }
  }
`);

/** A post of today or tomorrow. */
export type PlannedPost = ResultOf<typeof PLANNED_POST>;

const FAILED_POST = graphql(`
  fragment FailedPost on PostGroup @_unmask {
    id
    content
    posts {
      id
      platformKey
      status
      error {
        code
        message
      }
      account {
        id
        username
        displayName
        picturePath
      }
    }
  }
`);

/** A post that was not published, or not everywhere. */
export type FailedPost = ResultOf<typeof FAILED_POST>;

const ACCOUNT_HEALTH = graphql(`
  fragment AccountHealth on ConnectedAccount @_unmask {
    id
    platform
    platformId
    username
    displayName
    picturePath
    tokenStatus
    tokenExpiresIn
    renewsAutomatically
  }
`);

export type AccountHealth = ResultOf<typeof ACCOUNT_HEALTH>;

/** The whole page in one request, of about 430 points. */
export const HOME = graphql(
  `
    query Home(
      $today: DateTimeRange!
      $planned: DateTimeRange!
      $month: DateTimeRange!
      $days: [DateTime!]!
      $monthBefore: [DateTime!]!
    ) {
      ended: postGroups(
        first: 4
        filter: { scheduledTime: $today, statuses: [PUBLISHED, PARTIALLY_PUBLISHED, FAILED] }
        sort: { field: SCHEDULED_TIME, direction: DESC }
      ) {
        edges {
          node {
            ...PlannedPost
          }
        }
        totalCount
      }
      planned: postGroups(
        first: 10
        filter: { scheduledTime: $planned, statuses: [SCHEDULED] }
        sort: { field: SCHEDULED_TIME, direction: ASC }
      ) {
        edges {
          node {
            ...PlannedPost
          }
        }
        totalCount
      }
      failed: postGroups(
        first: 4
        filter: { scheduledTime: $month, statuses: [FAILED, PARTIALLY_PUBLISHED] }
        sort: { field: UPDATED_AT, direction: DESC }
      ) {
        edges {
          node {
            ...FailedPost
          }
        }
        totalCount
      }
      outcomes: postOutcomes(bounds: $days) {
        intervals {
          from
          published
          failed
        }
        platforms {
          platformKey
          published
          failed
        }
      }
      outcomesBefore: postOutcomes(bounds: $monthBefore) {
        intervals {
          published
        }
      }
      postGroupCounts {
        status
        count
      }
      connectedAccounts(first: 6) {
        edges {
          node {
            ...AccountHealth
          }
        }
        totalCount
      }
      ending: connectedAccounts(first: 6, filter: { tokenStatuses: [EXPIRED, EXPIRING_SOON] }) {
        edges {
          node {
            ...AccountHealth
          }
        }
        totalCount
      }
      webhooks(first: 10) {
        edges {
          node {
            id
            name
            isActive
            failureCount
          }
        }
      }
      usage {
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
          accounts(first: 50) {
            edges {
              node {
                platformId
                used
              }
            }
          }
        }
        scheduledPosts {
          limit
          per
          used
        }
      }
    }
  `,
  [PLANNED_POST, FAILED_POST, ACCOUNT_HEALTH],
);

export type Home = ResultOf<typeof HOME>;

/** The oldest requests that wait for a decision. */
export const WAITING = graphql(`
  query WaitingOnHome {
    approvals(first: 3) {
      edges {
        node {
          postGroupId
          requestedBy
          requestedAt
          scheduledTime
          postGroup {
            id
            content
          }
        }
      }
    }
  }
`);

/** The sums over all clients, and the clients that need attention most. */
export const CLIENTS = graphql(
  `
    query ClientsOnHome {
      clientsSummary {
        clients
        clientsWithProblems
        overview {
          ...ClientOverviewFields
        }
      }
      managedUsers(first: 10, sort: ATTENTION) {
        edges {
          node {
            id
            displayName
            overview {
              ...ClientOverviewFields
            }
          }
        }
      }
    }
  `,
  [CLIENT_OVERVIEW],
);

export type Clients = ResultOf<typeof CLIENTS>;
