import { useThrottledCallback } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import type { ActivityEvent, ActivityListener } from '../../api/activity.js';
import { failureOf } from '../../api/failure.js';
import type { VariablesOf } from '../../api/graphql.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { useActivity } from '../../api/session.js';
import { toLabelFilter } from '../../posts/label-search.js';
import { CALENDAR, type CalendarPost, REST_OF_CALENDAR } from './calendar.operations.js';
import type { CalendarSearch } from './calendar-search.js';

type Filter = VariablesOf<typeof CALENDAR>['filter'] & { scheduledTime: { from: string; to: string } };

/** The shortest time between two fetches. All pages cost seven times as many points as the first. */
const REFRESH_MS = 2_000;
const LONG_REFRESH_MS = 15_000;

/** The posts of a range of time, the first 500, and how many there are. */
export function useCalendarPosts(range: { from: string; to: string }, search: CalendarSearch) {
  const { from, to } = range;
  const { accounts, platforms, status, labels, match } = search;
  const variables = useMemo(
    (): { filter: Filter } => ({
      filter: {
        scheduledTime: { from, to },
        ...(accounts && { platformIds: accounts }),
        ...(platforms && { platforms }),
        ...(status && { statuses: [status] }),
        ...toLabelFilter({ ...(labels && { labels }), ...(match && { match }) }),
      },
    }),
    [from, to, accounts, platforms, status, labels, match],
  );
  const [first, refreshFirst] = useRefetchingQuery({ query: CALENDAR, variables });
  const page = first.data?.postGroups;
  const isLong = page ? page.totalCount > page.edges.length : false;
  const [rest, refreshRest] = useRefetchingQuery({ query: REST_OF_CALENDAR, variables, pause: !isLong });

  const refresh = useCallback(() => {
    refreshFirst();
    if (isLong) refreshRest();
  }, [refreshFirst, refreshRest, isLong]);
  const posts = useMemo(() => {
    const { second, third, fourth, fifth, sixth } = (isLong && rest.data) || {};
    const edges = [page, second, third, fourth, fifth, sixth].flatMap((one) => one?.edges ?? []);
    // Once each, also when one was moved between two pages meanwhile.
    return [...new Map<string, CalendarPost>(edges.map(({ node }) => [node.id, node])).values()];
  }, [page, rest.data, isLong]);
  const refreshSoon = useThrottledCallback(refresh, isLong ? LONG_REFRESH_MS : REFRESH_MS);
  useActivity(
    useCallback<ActivityListener>(
      (event) => {
        const isShown = posts.some(({ id }) => id === event?.postGroupId);
        if (event === null || isOutdated(event, isShown, variables.filter)) refreshSoon();
      },
      [posts, variables, refreshSoon],
    ),
  );
  return {
    posts,
    total: page?.totalCount,
    isLoading: first.fetching || (isLong && rest.fetching),
    failure: failureOf(first) ?? (isLong ? failureOf(rest) : null),
    refresh,
  };
}

/** Whether an event changes what is in the range. Times and states of what is shown follow it by themselves. */
function isOutdated({ type, postGroup }: ActivityEvent, isShown: boolean, filter: Filter): boolean {
  const at = postGroup?.scheduledTime;
  const { from, to } = filter.scheduledTime;
  const isInRange = at != null && from <= at && at <= to;
  if (isShown !== isInRange) return true;
  return isShown && (type === 'EDITED' || type === 'ANNOTATED' || filter.statuses !== undefined);
}
