import { useCallback } from 'react';
import type { ActivityListener } from '../../api/activity.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { useActivity } from '../../api/session.js';
import { COMPOSED, type ComposedGroup } from './compose.operations.js';

/** The group as it is stored, also after changes from elsewhere; undefined until it is known, null if there is none. */
export function useStoredGroup(id: string | null): ComposedGroup | null | undefined {
  const [{ data, operation }, refresh] = useRefetchingQuery({
    query: COMPOSED,
    variables: { id: id ?? '' },
    pause: id === null,
  });
  useActivity(
    useCallback<ActivityListener>(
      (event) => {
        if (event === null || event.postGroupId === id) refresh();
      },
      [id, refresh],
    ),
  );
  // What is there at first is the answer about the group before.
  return id !== null && operation?.variables.id === id ? data?.postGroup : undefined;
}
