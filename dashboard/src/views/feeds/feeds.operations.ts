import { graphql, type ResultOf } from '../../api/graphql.js';

const FEED = graphql(`
  fragment Feed on Feed @_unmask {
    id
    name
    url
    platformIds
    result
    schedule
    template
    filter {
      include
      exclude
      categories
    }
    dailyMax
    labelIds
    attachesImages
    state
    problem
    fetchedAt
    nextFetchAt
  }
`);

export type Feed = ResultOf<typeof FEED>;

/** All of an account, which has at most 20. */
export const FEEDS = graphql(
  `
    query Feeds {
      feeds(first: 20) {
        edges {
          node {
            ...Feed
          }
        }
      }
    }
  `,
  [FEED],
);

/** The schedules that a feed can queue its entries in. */
export const SCHEDULES_FOR_FEEDS = graphql(`
  query SchedulesForFeeds {
    postingSchedules(first: 50) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const FEED_ENTRIES = graphql(`
  query FeedEntries($feedId: ID!, $first: Int!, $after: String) {
    feedEntries(feedId: $feedId, first: $first, after: $after) {
      totalCount
      edges {
        node {
          id
          title
          link
          state
          reason
          groupId
          postedAt
          firstSeenAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export type FeedEntry = NonNullable<ResultOf<typeof FEED_ENTRIES>['feedEntries']>['edges'][number]['node'];

export const PREVIEW_FEED = graphql(`
  query PreviewFeed($input: PreviewFeedInput!) {
    previewFeed(input: $input) {
      title
      entries {
        title
        link
        filteredOut
        texts {
          platformId
          text
          problems {
            message
            prevents
          }
        }
      }
    }
  }
`);

export type Preview = NonNullable<ResultOf<typeof PREVIEW_FEED>['previewFeed']>;

export const CREATE_FEED = graphql(`
  mutation CreateFeed($input: CreateFeedInput!) {
    createFeed(input: $input) {
      feed {
        id
      }
    }
  }
`);

export const UPDATE_FEED = graphql(
  `
    mutation UpdateFeed($input: UpdateFeedInput!) {
      updateFeed(input: $input) {
        feed {
          ...Feed
        }
      }
    }
  `,
  [FEED],
);

export const PAUSE_FEED = graphql(
  `
    mutation PauseFeed($input: PauseFeedInput!) {
      pauseFeed(input: $input) {
        feed {
          ...Feed
        }
      }
    }
  `,
  [FEED],
);

export const REFRESH_FEED = graphql(
  `
    mutation RefreshFeed($input: RefreshFeedInput!) {
      refreshFeed(input: $input) {
        feed {
          ...Feed
        }
      }
    }
  `,
  [FEED],
);

export const DELETE_FEED = graphql(`
  mutation DeleteFeed($input: DeleteFeedInput!) {
    deleteFeed(input: $input) {
      deletedFeedId
    }
  }
`);
