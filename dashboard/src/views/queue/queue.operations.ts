import { graphql, type ResultOf } from '../../api/graphql.js';

const SCHEDULE = graphql(`
  fragment Schedule on PostingSchedule @_unmask {
    id
    name
    timeZone
    times {
      weekday
      time
    }
    platformIds
    pausedAt
  }
`);

export type Schedule = ResultOf<typeof SCHEDULE>;

/** All of an account, which has at most 50. */
export const SCHEDULES = graphql(
  `
    query PostingSchedules {
      postingSchedules(first: 50) {
        edges {
          node {
            ...Schedule
          }
        }
      }
    }
  `,
  [SCHEDULE],
);

const QUEUED = graphql(`
  fragment Queued on PostGroup @_unmask {
    id
    content
    status
    processingStatus
    scheduledTime
    approval {
      postGroupId
      state
    }
    posts {
      id
      platformId
      platformKey
      partIndex
      account {
        id
        username
        displayName
        picturePath
      }
    }
  }
`);

export type Queued = ResultOf<typeof QUEUED>;

export const QUEUE = graphql(
  `
    query Queue($id: ID!, $first: Int!, $after: String, $free: Int!) {
      postingSchedule(id: $id) {
        id
        nextFreeTimes(first: $free)
        queue(first: $first, after: $after) {
          totalCount
          edges {
            node {
              ...Queued
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [QUEUED],
);

export const CREATE_SCHEDULE = graphql(
  `
    mutation CreatePostingSchedule($input: CreatePostingScheduleInput!) {
      createPostingSchedule(input: $input) {
        postingSchedule {
          ...Schedule
        }
      }
    }
  `,
  [SCHEDULE],
);

export const UPDATE_SCHEDULE = graphql(
  `
    mutation UpdatePostingSchedule($input: UpdatePostingScheduleInput!) {
      updatePostingSchedule(input: $input) {
        postingSchedule {
          ...Schedule
        }
      }
    }
  `,
  [SCHEDULE],
);

export const DELETE_SCHEDULE = graphql(`
  mutation DeletePostingSchedule($input: DeletePostingScheduleInput!) {
    deletePostingSchedule(input: $input) {
      deletedPostingScheduleId
    }
  }
`);

export const PAUSE_SCHEDULE = graphql(`
  mutation PauseSchedule($input: PauseScheduleInput!) {
    pauseSchedule(input: $input) {
      drafts
      postingSchedule {
        id
        pausedAt
      }
    }
  }
`);

export const REORDER_QUEUE = graphql(`
  mutation ReorderQueue($input: ReorderQueueInput!) {
    reorderQueue(input: $input) {
      postingSchedule {
        id
      }
    }
  }
`);

export const SHUFFLE_QUEUE = graphql(`
  mutation ShuffleQueue($input: ShuffleQueueInput!) {
    shuffleQueue(input: $input) {
      postingSchedule {
        id
      }
    }
  }
`);
