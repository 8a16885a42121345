import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.js';

export const PREVIEW_IMPORT = graphql(`
  query PreviewImport($input: ImportInput!) {
    previewImport(input: $input) {
      timeZone
      newLabels
      columns {
        column
        header
        field
        platform
        sample
      }
      totals {
        rows
        ready
        imported
        invalid
        scheduled
        queued
        drafts
      }
      rows {
        number
        excerpt
        outcome
        scheduledTime
        schedule
        accounts {
          id
          platform
          username
        }
        labels
        files
        postGroupId
        problems {
          column
          value
          wrong
          fix
          isWarning
        }
      }
    }
  }
`);

export type ImportInput = VariablesOf<typeof PREVIEW_IMPORT>['input'];
export type Preview = NonNullable<ResultOf<typeof PREVIEW_IMPORT>['previewImport']>;
export type PreviewRow = Preview['rows'][number];
export type Problem = PreviewRow['problems'][number];
export type Column = Preview['columns'][number];

export const IMPORT_POSTS = graphql(`
  mutation ImportPosts($input: ImportPostsInput!) {
    importPosts(input: $input) {
      import {
        id
      }
    }
  }
`);

export const IMPORTS = graphql(`
  query Imports {
    imports(first: 10) {
      edges {
        node {
          id
          fileName
          status
          createdAt
          counts {
            rows
            created
          }
        }
      }
    }
  }
`);

export const IMPORT = graphql(`
  query Import($id: ID!, $after: String, $statuses: [ImportRowStatus!]) {
    import(id: $id) {
      id
      fileName
      status
      createdAt
      counts {
        rows
        pending
        created
        skipped
        failed
        removed
        kept
      }
      rows(first: 50, after: $after, statuses: $statuses) {
        edges {
          node {
            number
            status
            excerpt
            groupId
            reason
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** What undoing would do now. */
export const IMPORT_UNDO = graphql(`
  query ImportUndo($id: ID!) {
    import(id: $id) {
      id
      undo {
        removed
        kept
      }
    }
  }
`);

export const UNDO_IMPORT = graphql(`
  mutation UndoImport($input: UndoImportInput!) {
    undoImport(input: $input) {
      import {
        id
        status
      }
    }
  }
`);

export const IMPORT_CSV = graphql(`
  query ImportCsv($id: ID!) {
    import(id: $id) {
      id
      reportCsv
    }
  }
`);
