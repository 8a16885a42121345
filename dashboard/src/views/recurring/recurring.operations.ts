import { graphql, type ResultOf } from '../../api/graphql.js';

const RECURRENCE = graphql(`
  fragment RecurrenceFields on Recurrence @_unmask {
    id
    rule
    timeZone
    startsAt
    texts
    state
    warnings
    problem {
      message
    }
    template {
      id
      content
    }
  }
`);

export type Recurrence = ResultOf<typeof RECURRENCE>;

export const RECURRENCES = graphql(
  `
    query Recurrences($first: Int!) {
      recurrences(first: $first) {
        totalCount
        edges {
          node {
            ...RecurrenceFields
          }
        }
      }
    }
  `,
  [RECURRENCE],
);

const OCCURRENCE = graphql(`
  fragment OccurrenceFields on Occurrence @_unmask {
    occursAt
    state
    problem {
      message
    }
    postGroup {
      id
      content
      status
      scheduledTime
      recurrence {
        edited
      }
    }
  }
`);

export type Occurrence = ResultOf<typeof OCCURRENCE>;

export const OCCURRENCES = graphql(
  `
    query Occurrences($id: ID!, $first: Int!, $from: DateTime!) {
      recurrence(id: $id) {
        id
        nextTimes(first: 3)
        occurrences(first: $first, from: $from) {
          edges {
            node {
              ...OccurrenceFields
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  `,
  [OCCURRENCE],
);

export const RECURRENCE_TIMES = graphql(`
  query RecurrenceTimes($rule: String!, $timeZone: String!, $startsAt: DateTime!) {
    recurrenceTimes(rule: $rule, timeZone: $timeZone, startsAt: $startsAt, first: 4)
  }
`);

export const CREATE_RECURRENCE = graphql(`
  mutation CreateRecurrence($input: CreateRecurrenceInput!) {
    createRecurrence(input: $input) {
      recurrence {
        id
      }
    }
  }
`);

export const UPDATE_RECURRENCE = graphql(`
  mutation UpdateRecurrence($input: UpdateRecurrenceInput!) {
    updateRecurrence(input: $input) {
      recurrence {
        id
      }
    }
  }
`);

export const PAUSE_RECURRENCE = graphql(`
  mutation PauseRecurrence($input: PauseRecurrenceInput!) {
    pauseRecurrence(input: $input) {
      recurrence {
        id
        state
      }
    }
  }
`);

export const DELETE_RECURRENCE = graphql(`
  mutation DeleteRecurrence($input: DeleteRecurrenceInput!) {
    deleteRecurrence(input: $input) {
      deletedRecurrenceId
    }
  }
`);

export const SKIP_OCCURRENCE = graphql(`
  mutation SkipOccurrence($input: SkipOccurrenceInput!) {
    skipOccurrence(input: $input) {
      recurrence {
        id
      }
    }
  }
`);

export const RESTORE_OCCURRENCE = graphql(`
  mutation RestoreOccurrence($input: RestoreOccurrenceInput!) {
    restoreOccurrence(input: $input) {
      recurrence {
        id
      }
    }
  }
`);
