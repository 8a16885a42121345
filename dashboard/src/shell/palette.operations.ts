import { graphql } from '../api/graphql.js';

/** Posts and accounts that have a text. */
export const FIND = graphql(`
  query Find($text: String!) {
    postGroups(first: 6, filter: { text: $text }) {
      edges {
        node {
          id
          content
          status
          processingStatus
        }
      }
    }
    connectedAccounts(first: 5, filter: { text: $text }) {
      edges {
        node {
          id
          platform
          username
          displayName
          picturePath
        }
      }
    }
  }
`);
