import { graphql, type ResultOf } from '../../api/graphql.js';

const REVIEWED = graphql(`
  fragment ReviewedFields on Review @_unmask {
    accountName
    name
    expiresAt
    posts {
      postGroupId
      state
      requestedBy
      requestedAt
      scheduledTime
      texts {
        platform
        parts
        firstComment
        files {
          width
          height
          area {
            x
            y
            width
            height
          }
        }
      }
      media {
        type
        url
        altText
      }
      decision {
        decision
        comment
        decidedAt
      }
    }
  }
`);

export const REVIEW = graphql(
  `
    query Review($token: String!) {
      review(token: $token) {
        ...ReviewedFields
      }
    }
  `,
  [REVIEWED],
);

export const DECIDE = graphql(
  `
    mutation DecideWithLink($input: DecideWithLinkInput!) {
      decideWithLink(input: $input) {
        review {
          ...ReviewedFields
        }
      }
    }
  `,
  [REVIEWED],
);

/** What the link shows. */
export type Review = ResultOf<typeof REVIEWED>;
export type ReviewedPost = Review['posts'][number];

/** Whether the holder of the link can decide about it. */
export const isOpen = ({ state, decision }: ReviewedPost): boolean => state === 'PENDING' && decision === null;
