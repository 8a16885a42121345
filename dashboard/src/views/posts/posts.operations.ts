import { graphql, type ResultOf } from '../../api/graphql.js';
import { REPLY } from '../../parts/reply-item.js';
import { APPROVAL } from '../../posts/approvals.operations.js';
import { LABEL } from '../../posts/labels.operations.js';

/** A group as the list shows it. */
export const LISTED_GROUP = graphql(
  `
  fragment ListedGroup on PostGroup @_unmask {
    id
    content
    status
    processingStatus
    scheduledTime
    publishedAt
    createdAt
    updatedAt
    allowedActions
    openThreads
    approval {
      postGroupId
      state
    }
    labels {
      ...LabelFields
    }
    media(first: 1) {
      edges {
        node {
          id
          type
          status
          url
          thumbnailUrl
        }
      }
    }
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
`,
  [LABEL],
);

export type ListedGroup = ResultOf<typeof LISTED_GROUP>;

export const POSTS = graphql(
  `
    query Posts(
      $first: Int!
      $offset: Int!
      $filter: PostGroupFilter!
      $counted: PostGroupFilter!
      $sort: PostGroupSort!
    ) {
      postGroups(first: $first, offset: $offset, filter: $filter, sort: $sort) {
        edges {
          node {
            ...ListedGroup
          }
        }
      }
      postGroupCounts(filter: $counted) {
        status
        count
      }
    }
  `,
  [LISTED_GROUP],
);

const LOG_PAGE = graphql(`
  fragment LogPage on PostLogConnection @_unmask {
    edges {
      node {
        id
        event
        platformKey
        error
        httpStatus
        platformPostId
        createdAt
        retryCount
        metadata {
          from
          to
          reason
          scheduledTime
        }
      }
    }
    pageInfo {
      hasPreviousPage
      startCursor
    }
  }
`);

export type LogPage = ResultOf<typeof LOG_PAGE>;

export const POST = graphql(
  `
  query Post($id: ID!) {
    postGroup(id: $id) {
      id
      content
      addSignature
      status
      processingStatus
      scheduledTime
      updatedAt
      allowedActions
      recurrence {
        occursAt
        edited
      }
      approval {
        ...ApprovalFields
      }
      labels {
        ...LabelFields
      }
      media(first: 100) {
        totalCount
        edges {
          node {
            id
            name
            type
            status
            url
            altText
            mimeType
            correction
            problem
          }
        }
      }
      posts {
        id
        platformId
        platformKey
        partIndex
        status
        content
        postedId
        url
        attemptCount
        dueAt
        publishedAt
        deletedAt
        allowedActions
        firstComment {
          id
          text
          status
          url
          attemptCount
          dueAt
          publishedAt
          allowedActions
          error {
            message
            advice
          }
        }
        account {
          id
          username
          displayName
          picturePath
          profileUrl
          signature
          platform
          tokenStatus
          revokedAt
        }
        error {
          code
          message
          advice
          fault
          retryable
          failedAt
          platformError
          platformStatusCode
        }
      }
      log(last: 80) {
        ...LogPage
      }
    }
  }
`,
  [LOG_PAGE, APPROVAL, LABEL],
);

export const EARLIER_LOG = graphql(
  `
    query EarlierLog($id: ID!, $before: String!) {
      postGroup(id: $id) {
        id
        log(last: 100, before: $before) {
          ...LogPage
        }
      }
    }
  `,
  [LOG_PAGE],
);

export const REPLIES = graphql(
  `
    query Replies($platformPostId: ID!, $after: String) {
      node(id: $platformPostId) {
        __typename
        id
        ... on PlatformPost {
          replies(first: 20, after: $after) {
            edges {
              node {
                ...ReplyFields
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  `,
  [REPLY],
);

/** A group as its own view shows it. */
export type Group = NonNullable<ResultOf<typeof POST>['postGroup']>;
