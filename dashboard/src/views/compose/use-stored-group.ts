import { useCallback, useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import type { ActivityListener } from '../../api/activity.js';
import { useActivity } from '../../api/session.js';
import { COMPOSED, type ComposedGroup } from './compose.operations.js';

/** The group as it is stored, also after changes from elsewhere; undefined until it is known, null if there is none. */
export function useStoredGroup(id: string | null): ComposedGroup | null | undefined {
  const [{ data, fetching, operation }, fetchGroup] = useQuery({
    query: COMPOSED,
    variables: { id: id ?? '' },
    pause: id === null,
  });
  const [changes, setChanges] = useState(0);
  const fetchedAfter = useRef(0);
  useActivity(
    useCallback<ActivityListener>(
      (event) => {
        if (event === null || event.postGroupId === id) setChanges((before) => before + 1);
      },
      [id],
    ),
  );
  // Not while it is being fetched: the answer may be from before the change, and a second request is not sent.
  useEffect(() => {
    if (id === null || fetching || fetchedAfter.current === changes) return;
    fetchedAfter.current = changes;
    fetchGroup({ requestPolicy: 'network-only' });
  }, [id, fetching, changes, fetchGroup]);
  // What is there at first is the answer about the group before.
  return id !== null && operation?.variables.id === id ? data?.postGroup : undefined;
}
