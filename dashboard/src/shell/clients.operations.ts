import { graphql, type ResultOf } from '../api/graphql.js';

/** What needs a person at a client, or at all of them together, and what else is counted. */
export const CLIENT_OVERVIEW = graphql(`
  fragment ClientOverviewFields on ClientOverview @_unmask {
    drafts
    scheduledPosts
    failedPosts
    waitingApprovals
    accountsToReconnect
    postsThisMonth
  }
`);

export type ClientOverview = ResultOf<typeof CLIENT_OVERVIEW>;
