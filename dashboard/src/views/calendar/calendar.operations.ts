import { graphql, type ResultOf } from '../../api/graphql.js';
import { LABEL } from '../../posts/labels.operations.js';

const CALENDAR_POST = graphql(
  `
  fragment CalendarPost on PostGroup @_unmask {
    id
    content
    status
    processingStatus
    scheduledTime
    updatedAt
    openThreads
    recurrence {
      edited
    }
    labels {
      ...LabelFields
    }
    posts {
      id
      platformId
      platformKey
      status
    }
    media(first: 1) {
      edges {
        node {
          id
          type
          thumbnailUrl
        }
      }
    }
  }
`,
  [LABEL],
);

/** A group as the calendar shows it. */
export type CalendarPost = ResultOf<typeof CALENDAR_POST>;

/** Costs less than 500 points, so that it can be fetched again often. */
export const CALENDAR = graphql(
  `
    query Calendar($filter: PostGroupFilter!) {
      postGroups(first: 50, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        edges {
          node {
            ...CalendarPost
          }
        }
        totalCount
      }
    }
  `,
  [CALENDAR_POST],
);

/** The pages after the first: together 500 groups. A fragment for a page would be too deep for the service. */
export const REST_OF_CALENDAR = graphql(
  `
    query RestOfCalendar($filter: PostGroupFilter!) {
      second: postGroups(first: 100, offset: 50, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        edges {
          node {
            ...CalendarPost
          }
        }
      }
      third: postGroups(first: 100, offset: 150, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        edges {
          node {
            ...CalendarPost
          }
        }
      }
      fourth: postGroups(first: 100, offset: 250, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        edges {
          node {
            ...CalendarPost
          }
        }
      }
      fifth: postGroups(first: 100, offset: 350, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        edges {
          node {
            ...CalendarPost
          }
        }
      }
      sixth: postGroups(first: 50, offset: 450, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        edges {
          node {
            ...CalendarPost
          }
        }
      }
    }
  `,
  [CALENDAR_POST],
);

/** What the card of a post adds. */
export const POST_CARD = graphql(`
  query PostCard($id: ID!) {
    postGroup(id: $id) {
      id
      allowedActions
      approval {
        postGroupId
        state
      }
      posts {
        id
        platformKey
        status
        account {
          id
          username
          displayName
          picturePath
        }
      }
      media(first: 4) {
        edges {
          node {
            id
            type
            url
            thumbnailUrl
            status
            altText
          }
        }
      }
    }
  }
`);

export const MOVE = graphql(
  `
    mutation Move($input: UpdatePostInput!) {
      updatePost(input: $input) {
        postGroup {
          ...CalendarPost
          posts {
            id
            dueAt
          }
        }
      }
    }
  `,
  [CALENDAR_POST],
);
