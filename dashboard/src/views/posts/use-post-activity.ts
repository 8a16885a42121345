import { useThrottledCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import type { ActivityListener } from '../../api/activity.js';
import { useActivity } from '../../api/session.js';

/** The interval of a refresh of the log and of edited content. Events update states. */
const REFRESH_MS = 500;

/** Fetches again after something has happened to a post. */
export function usePostActivity(postGroupId: string, refresh: () => void): void {
  const refreshSoon = useThrottledCallback(refresh, REFRESH_MS);
  useActivity(
    useCallback<ActivityListener>(
      (event) => {
        if (event === null || event.postGroupId === postGroupId) refreshSoon();
      },
      [postGroupId, refreshSoon],
    ),
  );
}
