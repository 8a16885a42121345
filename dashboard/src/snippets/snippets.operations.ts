import { graphql, type ResultOf } from '../api/graphql.js';

export const SNIPPETS = graphql(`
  query Snippets($first: Int!, $after: String, $filter: SnippetFilter) {
    snippets(first: $first, after: $after, filter: $filter) {
      totalCount
      edges {
        node {
          id
          name
          text
          placeholders
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export type Snippet = NonNullable<ResultOf<typeof SNIPPETS>['snippets']>['edges'][number]['node'];

export const FILLED_SNIPPET = graphql(`
  query FilledSnippet($snippetId: ID!, $values: [PlaceholderValueInput!]!) {
    filledSnippet(snippetId: $snippetId, values: $values)
  }
`);

export const CREATE_SNIPPET = graphql(`
  mutation CreateSnippet($input: CreateSnippetInput!) {
    createSnippet(input: $input) {
      snippet {
        id
      }
    }
  }
`);

export const UPDATE_SNIPPET = graphql(`
  mutation UpdateSnippet($input: UpdateSnippetInput!) {
    updateSnippet(input: $input) {
      snippet {
        id
        name
        text
        placeholders
      }
    }
  }
`);

export const DELETE_SNIPPET = graphql(`
  mutation DeleteSnippet($input: DeleteSnippetInput!) {
    deleteSnippet(input: $input) {
      deletedSnippetId
    }
  }
`);
