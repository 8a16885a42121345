import type { ResultOf } from '../../api/graphql.js';
import { graphql } from './operator-graphql.js';

export const OPERATOR = graphql(`
  query Operator {
    operator {
      id
      email
    }
  }
`);

const HEALTH = graphql(`
  fragment HealthFields on Health @_unmask {
    connections
    connectionProblems
    duePosts
    failedPosts
  }
`);

export const ACCOUNTS = graphql(
  `
  query Accounts($search: String, $first: Int, $after: ID) {
    accounts(search: $search, first: $first, after: $after) {
      next
      nodes {
        id
        email
        displayName
        planName
        state
        managedBy
        lastSignInAt
        health {
          ...HealthFields
        }
      }
    }
  }
`,
  [HEALTH],
);

export const ACCOUNT = graphql(
  `
  query Account($user: String!) {
    account(user: $user) {
      id
      email
      displayName
      planName
      createdAt
      emailConfirmedAt
      twoFactorSince
      isOperator
      managedBy
      heldAt
      holdReason
      holdExpiresAt
      deactivatedAt
      removalAt
      health {
        ...HealthFields
      }
      usage {
        postsThisMonth
        waitingPosts
        connections
        storedBytes
        storedFiles
      }
      connections {
        platformId
        platform
        username
        revokedAt
        renewalRefusedAt
      }
    }
  }
`,
  [HEALTH],
);
export type Account = ResultOf<typeof ACCOUNT>['account'];

export const POSTS = graphql(`
  query Posts($filter: PostFilter, $first: Int, $after: ID) {
    posts(filter: $filter, first: $first, after: $after) {
      next
      nodes {
        id
        groupId
        userId
        email
        platform
        status
        time
        code
        waitsFor
        text
      }
    }
  }
`);

export const POST = graphql(`
  query Post($reference: String!) {
    post(reference: $reference) {
      id
      userId
      email
      status
      scheduledTime
      createdAt
      posts {
        id
        platform
        partIndex
        status
        dueAt
        url
        next
        error {
          code
          fault
          message
          platformError
        }
        job {
          state
          startAfter
          startedAt
          isStuck
        }
        attempts {
          number
          startedAt
          endedAt
          outcome
          failure {
            code
            message
            platformStatusCode
          }
        }
        deliveries {
          id
          event
          status
          attemptCount
        }
      }
      log {
        id
        createdAt
        event
        platform
        error
        httpStatus
      }
    }
  }
`);
export type Post = ResultOf<typeof POST>['post']['posts'][number];

export const DELIVERIES = graphql(`
  query Deliveries($user: String, $status: DeliveryStatus, $first: Int, $after: ID) {
    deliveries(user: $user, status: $status, first: $first, after: $after) {
      next
      nodes {
        id
        userId
        email
        host
        event
        status
        attemptCount
        createdAt
        httpStatus
        error
      }
    }
  }
`);

export const QUEUES = graphql(`
  query Queues {
    status {
      pausedSince
      pausedByConfiguration
      workersRunning
      silentWorkers
      duePosts
      oldestDueSince
      waitingMails
      oldestMailSince
      stuckJobs
      processes {
        name
        roles
        version
        connectedSince
        lastFetch
      }
    }
    queues {
      queue
      platform
      waiting
      oldestWaiting
      retrying
      scheduled
      active
      stuck
      failed
    }
    mails {
      id
      to
      about
      state
      attempts
      queuedAt
      nextAttemptAt
      error
    }
  }
`);
export type Status = ResultOf<typeof QUEUES>['status'];

export const SETTINGS = graphql(`
  query Settings {
    settings {
      name
      value
      source
    }
  }
`);

export const BANNER = graphql(`
  query CurrentBanner {
    banner {
      text
      level
      until
    }
  }
`);

export const HOLD = graphql(`
  mutation Hold($user: String!, $reason: String, $until: DateTime) {
    holdAccount(user: $user, reason: $reason, until: $until) {
      id
    }
  }
`);

export const RELEASE = graphql(`
  mutation Release($user: String!) {
    releaseAccount(user: $user) {
      id
    }
  }
`);

export const DEACTIVATE = graphql(`
  mutation Deactivate($user: String!) {
    deactivateAccount(user: $user) {
      id
    }
  }
`);

export const ACTIVATE = graphql(`
  mutation Activate($user: String!) {
    activateAccount(user: $user) {
      id
    }
  }
`);

export const SIGN_IN_AS = graphql(`
  mutation SignInAs($user: String!, $reason: String!, $mayWrite: Boolean) {
    signInAs(user: $user, reason: $reason, mayWrite: $mayWrite) {
      expiresAt
    }
  }
`);

export const RETRY = graphql(`
  mutation Retry($conditions: PostConditions!, $confirm: Boolean) {
    changed: retryPosts(conditions: $conditions, confirm: $confirm) {
      changed
      mayBeLive
    }
  }
`);

export const FAIL = graphql(`
  mutation Fail($conditions: PostConditions!, $reason: String!, $confirm: Boolean) {
    changed: failPosts(conditions: $conditions, reason: $reason, confirm: $confirm) {
      changed
      mayBeLive
    }
  }
`);

export const RESEND = graphql(`
  mutation Resend($user: String, $confirm: Boolean) {
    resendDeliveries(user: $user, confirm: $confirm) {
      resent
      inactive
    }
  }
`);

export const PAUSE = graphql(`
  mutation Pause {
    pausePublishing {
      pausedSince
    }
  }
`);

export const RESUME = graphql(`
  mutation Resume {
    resumePublishing {
      pausedSince
    }
  }
`);

export const SHOW_BANNER = graphql(`
  mutation ShowBanner($text: String!, $level: BannerLevel!, $until: DateTime) {
    showBanner(text: $text, level: $level, until: $until) {
      text
    }
  }
`);

export const REMOVE_BANNER = graphql(`
  mutation RemoveBanner {
    removeBanner
  }
`);
