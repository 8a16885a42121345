import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import type { ActivityListener } from '../api/activity.js';
import { useActivity } from '../api/session.js';
import type { ComposedGroup } from './compose.operations.js';
import { readGroup } from './read-group.js';

/**
 * The group as it was last read, and read again after every change; undefined until it is known, null if there is none.
 * It does not follow the cache, where an event changes some fields of a group and leaves the others as they were: half
 * of another version would look like a conflict, or like none.
 */
export function useStoredGroup(id: string | null): ComposedGroup | null | undefined {
  const client = useClient();
  const [read, setRead] = useState<{ id: string; group: ComposedGroup | null }>();
  const wanted = useRef({ id, number: 0 });
  const isReading = useRef(false);

  const refresh = useCallback(async () => {
    wanted.current = { id, number: wanted.current.number + 1 };
    if (isReading.current) return;
    isReading.current = true;
    // What is read while something changes may be from before that.
    for (let last = 0; last !== wanted.current.number; ) {
      const { id: current, number } = wanted.current;
      last = number;
      const group = current === null ? null : await readGroup(client, current);
      const isFailed = group !== null && 'code' in group;
      if (current !== null && !isFailed && number === wanted.current.number) setRead({ id: current, group });
    }
    isReading.current = false;
  }, [client, id]);

  useEffect(() => void refresh(), [refresh]);
  useActivity(
    useCallback<ActivityListener>(
      (event) => {
        if (event === null || event.postGroupId === id) void refresh();
      },
      [id, refresh],
    ),
  );
  return read && read.id === id ? read.group : undefined;
}
