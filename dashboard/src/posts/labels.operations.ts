import { graphql, type ResultOf } from '../api/graphql.js';

export const LABEL = graphql(`
  fragment LabelFields on Label @_unmask {
    id
    name
    color
  }
`);

export type Label = ResultOf<typeof LABEL>;
export type LabelColor = Label['color'];

/** A page of the labels. An account has at most 200. */
export const LABELS = graphql(
  `
    query Labels($after: String) {
      labels(first: 100, after: $after) {
        edges {
          node {
            ...LabelFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [LABEL],
);

export const CREATE_LABEL = graphql(
  `
    mutation CreateLabel($input: CreateLabelInput!) {
      createLabel(input: $input) {
        label {
          ...LabelFields
        }
      }
    }
  `,
  [LABEL],
);

export const CHANGE_LABELS = graphql(
  `
    mutation ChangeLabels($input: ChangeLabelsInput!) {
      changeLabels(input: $input) {
        postGroups {
          id
          labels {
            ...LabelFields
          }
        }
      }
    }
  `,
  [LABEL],
);
