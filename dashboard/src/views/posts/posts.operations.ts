import { graphql, type ResultOf } from '../../api/graphql.js';
import { REPLY } from '../../parts/reply-item.js';

/** A group as the list shows it. */
export const LISTED_GROUP = graphql(`
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
    posts {
      id
      platformKey
      status
      account {
        id
        username
      }
    }
  }
`);

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
        createdAt
        retryCount
      }
    }
    pageInfo {
      hasNextPage
      endCursor
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
      status
      processingStatus
      scheduledTime
      updatedAt
      allowedActions
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
            correction
            problem
          }
        }
      }
      posts {
        id
        platformId
        platformKey
        status
        content
        postedId
        url
        attemptCount
        dueAt
        publishedAt
        deletedAt
        allowedActions
        account {
          id
          username
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
      log(first: 80) {
        ...LogPage
      }
    }
  }
`,
  [LOG_PAGE],
);

export const REST_OF_LOG = graphql(
  `
    query RestOfLog($id: ID!, $after: String!) {
      postGroup(id: $id) {
        id
        log(first: 100, after: $after) {
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

export const DELETE_POST = graphql(`
  mutation DeletePost($input: DeletePostInput!) {
    deletePost(input: $input) {
      deletedPostGroupId
    }
  }
`);

export const RETRY_GROUP = graphql(`
  mutation RetryGroup($input: RetryPostGroupInput!) {
    retryPostGroup(input: $input) {
      postGroup {
        id
        status
        processingStatus
        allowedActions
      }
      results {
        error {
          code
          message
        }
        platformPost {
          id
          status
          allowedActions
        }
      }
    }
  }
`);

export const RETRY_POST = graphql(`
  mutation RetryPost($input: RetryPlatformPostInput!) {
    retryPlatformPost(input: $input) {
      platformPost {
        id
        status
        allowedActions
        postGroup {
          id
          status
          processingStatus
          allowedActions
        }
      }
    }
  }
`);

export const UNPUBLISH = graphql(`
  mutation Unpublish($input: UnpublishPostInput!) {
    unpublishPost(input: $input) {
      platformPost {
        id
        status
        deletedAt
        allowedActions
      }
      laterParts {
        id
        status
        deletedAt
        allowedActions
      }
    }
  }
`);

export const SCHEDULE = graphql(`
  mutation Schedule($input: UpdatePostInput!) {
    updatePost(input: $input) {
      postGroup {
        id
        status
        scheduledTime
        updatedAt
        allowedActions
        posts {
          id
          status
          dueAt
        }
      }
    }
  }
`);

export const DUPLICATE = graphql(`
  mutation Duplicate($input: DuplicatePostInput!) {
    duplicatePost(input: $input) {
      postGroup {
        id
      }
    }
  }
`);
