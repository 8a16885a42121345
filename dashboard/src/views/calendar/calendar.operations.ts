import { graphql, type ResultOf } from '../../api/graphql.js';

const CALENDAR_POST = graphql(`
  fragment CalendarPost on PostGroup @_unmask {
    id
    content
    status
    processingStatus
    scheduledTime
    updatedAt
    allowedActions
  }
`);

/** A group as the calendar shows it. */
export type CalendarPost = ResultOf<typeof CALENDAR_POST>;

export const CALENDAR = graphql(
  `
    query Calendar($filter: PostGroupFilter!) {
      postGroups(first: 100, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
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

/** The pages after the first. */
export const REST_OF_CALENDAR = graphql(
  `
    query RestOfCalendar($filter: PostGroupFilter!) {
      second: postGroups(first: 100, offset: 100, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        ...CalendarPage
      }
      third: postGroups(first: 100, offset: 200, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        ...CalendarPage
      }
      fourth: postGroups(first: 100, offset: 300, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        ...CalendarPage
      }
      fifth: postGroups(first: 100, offset: 400, filter: $filter, sort: { field: SCHEDULED_TIME, direction: ASC }) {
        ...CalendarPage
      }
    }
  `,
  [
    graphql(
      `
        fragment CalendarPage on PostGroupConnection @_unmask {
          edges {
            node {
              ...CalendarPost
            }
          }
        }
      `,
      [CALENDAR_POST],
    ),
  ],
);

export const MOVE = graphql(
  `
    mutation Move($input: UpdatePostInput!) {
      updatePost(input: $input) {
        postGroup {
          ...CalendarPost
          posts {
            id
            status
            dueAt
          }
        }
      }
    }
  `,
  [CALENDAR_POST],
);
