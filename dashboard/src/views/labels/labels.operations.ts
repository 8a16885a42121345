import { graphql, type ResultOf } from '../../api/graphql.js';
import { LABEL } from '../../posts/labels.operations.js';

/** A page of the labels, each with how often it is used. */
export const MANAGED_LABELS = graphql(
  `
    query ManagedLabels($after: String) {
      labels(first: 100, after: $after) {
        totalCount
        edges {
          node {
            ...LabelFields
            postCount
            fileCount
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

export type ManagedLabel = NonNullable<ResultOf<typeof MANAGED_LABELS>['labels']>['edges'][number]['node'];

export const UPDATE_LABEL = graphql(
  `
    mutation UpdateLabel($input: UpdateLabelInput!) {
      updateLabel(input: $input) {
        label {
          ...LabelFields
        }
      }
    }
  `,
  [LABEL],
);

export const DELETE_LABEL = graphql(`
  mutation DeleteLabel($input: DeleteLabelInput!) {
    deleteLabel(input: $input) {
      deletedLabelId
    }
  }
`);
