import { graphql } from '../api/graphql.js';
import { useLiveQuery } from '../api/live-query.js';
import { hasNoAccess } from '../parts/account-access.js';

const ACCOUNT_PROBLEMS = graphql(`
  query AccountProblems {
    connectedAccounts(first: 100, filter: { tokenStatuses: [EXPIRED] }) {
      edges {
        node {
          id
          renewsAutomatically
          tokenStatus
        }
      }
    }
  }
`);

/** No event reports that access has ended. */
const REFRESH_MS = 60_000;

/** The number of accounts that have to be connected again, up to 100. */
export function useAccountProblems(): number {
  const { data } = useLiveQuery({ query: ACCOUNT_PROBLEMS, variables: {} }, REFRESH_MS);
  const accounts = data?.connectedAccounts?.edges.map(({ node }) => node) ?? [];
  return accounts.filter(hasNoAccess).length;
}
