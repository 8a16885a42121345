import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.js';
import type { Draft } from './draft.js';

const QUEUES = graphql(`
  query Queues {
    postingSchedules(first: 50) {
      edges {
        node {
          id
          name
          platformIds
          pausedAt
        }
      }
    }
  }
`);

const NEXT = graphql(`
  query NextFreeTime($id: ID!) {
    postingSchedule(id: $id) {
      id
      nextFreeTimes(first: 1)
    }
  }
`);

/** In place of the id of a schedule. */
export const NEXT_FREE = 'NEXT_FREE';

/** The queue that a post can be added to. */
export interface Queue {
  /** Of its schedule. */
  id: string;
  name: string;
  /** The next free time, an instant; null: not known yet, or none is left. */
  next: string | null;
}

/** The oldest schedule that is not paused and is for all accounts of a post, as NEXT_FREE means it; null: none is. */
export function useQueue(platformIds: readonly string[]): Queue | null {
  const [{ data }] = useQuery({ query: QUEUES, requestPolicy: 'cache-and-network' });
  const found = useMemo(
    () =>
      data?.postingSchedules?.edges
        .map(({ node }) => node)
        .find(
          ({ pausedAt, platformIds: its }) =>
            pausedAt === null && (its.length === 0 || platformIds.every((platformId) => its.includes(platformId))),
        ),
    [data, platformIds],
  );
  const id = found?.id ?? '';
  const [{ data: times }] = useQuery({
    query: NEXT,
    variables: { id },
    pause: id === '',
    requestPolicy: 'cache-and-network',
  });
  const next = (times?.postingSchedule?.id === id && times.postingSchedule.nextFreeTimes[0]) || null;
  return useMemo(() => (found ? { id: found.id, name: found.name, next } : null), [found, next]);
}

/** Whether the post is added to the queue. If a chosen queue was deleted, the service refuses the post: it does not go out now. */
export const isQueued = ({ timing, at }: Draft, queue: Queue | null): boolean =>
  timing === 'QUEUE' || (timing === 'USUAL' && at === null && queue !== null);
