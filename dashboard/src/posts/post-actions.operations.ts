import { graphql } from '../api/graphql.js';

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

/** The texts of single targets, which are lost with their target. */
export const OVERRIDES = graphql(`
  query Overrides($id: ID!) {
    postGroup(id: $id) {
      id
      overrides {
        platformId
        content
      }
    }
  }
`);
