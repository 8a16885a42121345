import { graphql, type ResultOf } from '../../api/graphql.js';
import { REPLY } from '../../parts/reply-item.js';

const FAILURE = graphql(`
  fragment StatisticFailureFields on StatisticFailure @_unmask {
    message
    retryAt
  }
`);

export type StatisticFailure = ResultOf<typeof FAILURE>;

export const STATISTICS = graphql(
  `
    query AccountStatistics($platformId: String!, $range: DayRange!) {
      connectedAccount(platformId: $platformId) {
        id
        followers {
          count
          failure {
            ...StatisticFailureFields
          }
        }
        statistics {
          metric
          count
          failure {
            ...StatisticFailureFields
          }
        }
        dailyFollowers(range: $range) {
          points {
            date
            count
          }
          failure {
            ...StatisticFailureFields
          }
        }
        dailyStatistics(range: $range) {
          metric
          points {
            date
            count
          }
          failure {
            ...StatisticFailureFields
          }
        }
      }
    }
  `,
  [FAILURE],
);

export type Metric = ReturnType<typeof graphql.scalar<'Metric'>>;
export type Day = ResultOf<typeof DAYS>;

const DAYS = graphql(`
  fragment DayFields on DayCount @_unmask {
    date
    count
  }
`);

export const OWN_POSTS = graphql(`
  query PublishedPosts($first: Int!, $filter: PostGroupFilter!) {
    postGroups(first: $first, filter: $filter, sort: { field: PUBLISHED_AT, direction: DESC }) {
      edges {
        node {
          id
          posts {
            id
            platformId
            status
            content
            postedId
            publishedAt
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

export const POST_STATISTICS = graphql(
  `
    query PostStatistics($platformId: String!, $postedId: String!) {
      connectedAccount(platformId: $platformId) {
        id
        postStatistics(postedId: $postedId) {
          metric
          count
          failure {
            ...StatisticFailureFields
          }
        }
      }
    }
  `,
  [FAILURE],
);

export const REPLIES = graphql(
  `
    query AccountReplies($platformId: String!, $postedId: String!, $after: String) {
      connectedAccount(platformId: $platformId) {
        id
        replies(postedId: $postedId, first: 20, after: $after) {
          edges {
            node {
              ...ReplyFields
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
  [REPLY],
);

export const ADD_COMMENT = graphql(`
  mutation AddComment($input: AddCommentInput!) {
    addComment(input: $input) {
      comment {
        id
        commentId
        commentUrn
        message
      }
    }
  }
`);

export const REMOVE_COMMENT = graphql(`
  mutation RemoveComment($input: RemoveCommentInput!) {
    removeComment(input: $input) {
      removedCommentId
    }
  }
`);

export type ReactionType = ReturnType<typeof graphql.scalar<'ReactionType'>>;

export const ADD_REACTION = graphql(`
  mutation AddReaction($input: AddReactionInput!) {
    addReaction(input: $input) {
      urnTranslated {
        to
      }
    }
  }
`);

export const REMOVE_REACTION = graphql(`
  mutation RemoveReaction($input: RemoveReactionInput!) {
    removeReaction(input: $input) {
      urnTranslated {
        to
      }
    }
  }
`);
