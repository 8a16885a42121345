import { useMemo } from 'react';
import { graphql } from '../../api/graphql.js';
import { useLiveQuery } from '../../api/live-query.js';
import { toEntered } from '../../parts/time.js';
import type { Day } from './days.js';

const FREE_TIMES = graphql(`
  query FreeTimes($after: DateTime!) {
    postingSchedules(first: 10) {
      edges {
        node {
          id
          name
          pausedAt
          nextFreeTimes(first: 50, after: $after)
        }
      }
    }
  }
`);

/** A time that a post can take from a queue. */
export interface FreeTime {
  /** An instant. */
  at: string;
  /** The name of the schedule. */
  schedule: string;
}

/** The free times of a range by day: of the first schedules, the first ones of each. */
export function useFreeTimes({ from, to }: { from: string; to: string }, timeZone: string): Map<Day, FreeTime[]> {
  const { data } = useLiveQuery({ query: FREE_TIMES, variables: { after: from } });
  return useMemo(() => {
    const schedules = data?.postingSchedules?.edges.map(({ node }) => node) ?? [];
    const times = schedules
      .filter(({ pausedAt }) => pausedAt === null)
      .flatMap(({ name, nextFreeTimes }) => nextFreeTimes.map((at) => ({ at, schedule: name })))
      .filter(({ at }) => at <= to);
    return Map.groupBy(times, ({ at }) => toEntered(at, timeZone).slice(0, 10));
  }, [data, to, timeZone]);
}
