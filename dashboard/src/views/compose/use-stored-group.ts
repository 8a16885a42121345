import { useThrottledCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import { useQuery } from 'urql';
import type { ActivityListener } from '../../api/activity.js';
import { useActivity } from '../../api/session.js';
import { COMPOSED, type ComposedGroup } from './compose.operations.js';

const REFRESH_MS = 500;

/** The group as it is stored, also after changes from elsewhere; undefined until it is known, null if there is none. */
export function useStoredGroup(id: string | null): ComposedGroup | null | undefined {
  const [{ data }, fetchGroup] = useQuery({ query: COMPOSED, variables: { id: id ?? '' }, pause: id === null });
  const refresh = useThrottledCallback(() => fetchGroup({ requestPolicy: 'network-only' }), REFRESH_MS);
  useActivity(
    useCallback<ActivityListener>(
      (event) => {
        if (id !== null && (event === null || event.postGroupId === id)) refresh();
      },
      [id, refresh],
    ),
  );
  return id === null ? undefined : data?.postGroup;
}
