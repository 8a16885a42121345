import { useThrottledCallback } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useActivity } from '../../api/session.js';
import { CALENDAR, type CalendarPost, REST_OF_CALENDAR } from './calendar.operations.js';
import type { CalendarSearch } from './calendar-search.js';

/** The shown posts follow each event by themselves; which of them are in the range follows this often. */
const REFRESH_MS = 1_000;

/** The posts of a range of time, the first 500, and how many there are. */
export function useCalendarPosts(range: { from: string; to: string }, search: CalendarSearch) {
  const { from, to } = range;
  const { accounts, platforms, status } = search;
  const variables = useMemo(
    () => ({
      filter: {
        scheduledTime: { from, to },
        ...(accounts && { platformIds: accounts }),
        ...(platforms && { platforms }),
        ...(status && { statuses: [status] }),
      },
    }),
    [from, to, accounts, platforms, status],
  );
  const [first, fetchFirst] = useQuery({ query: CALENDAR, variables });
  const page = first.data?.postGroups;
  const isLong = page ? page.totalCount > page.edges.length : false;
  const [rest, fetchRest] = useQuery({ query: REST_OF_CALENDAR, variables, pause: !isLong });

  const refresh = useCallback(() => {
    fetchFirst({ requestPolicy: 'network-only' });
    if (isLong) fetchRest({ requestPolicy: 'network-only' });
  }, [fetchFirst, fetchRest, isLong]);
  const refreshSoon = useThrottledCallback(refresh, REFRESH_MS);
  useActivity(refreshSoon);

  const posts = useMemo(() => {
    const { second, third, fourth, fifth } = (isLong && rest.data) || {};
    const edges = [page, second, third, fourth, fifth].flatMap((one) => one?.edges ?? []);
    // Once each, also when one was moved between two pages meanwhile.
    return [...new Map<string, CalendarPost>(edges.map(({ node }) => [node.id, node])).values()];
  }, [page, rest.data, isLong]);
  return {
    posts,
    total: page?.totalCount,
    isLoading: first.fetching || (isLong && rest.fetching),
    failure: failureOf(first) ?? (isLong ? failureOf(rest) : null),
    refresh,
  };
}
