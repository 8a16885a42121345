import { Group, Text } from '@mantine/core';
import { plural } from '../../parts/act-on-all.js';
import { Loading } from '../../parts/loading.js';
import { Time } from '../../parts/time.js';
import type { CalendarPost } from './calendar.operations.js';
import type { View } from './calendar-search.js';

interface CalendarNoteProps {
  view: View;
  isPhone: boolean;
  posts: CalendarPost[];
  /** How many there are in the range; undefined before that is known. */
  total: number | undefined;
  isLoading: boolean;
}

/** How much of what there is the calendar shows, and how it is used. */
export function CalendarNote({ view, isPhone, posts, total = 0, isLoading }: CalendarNoteProps) {
  const last = posts.at(-1)?.scheduledTime;
  return (
    <Group gap="xs" mih={28}>
      <Text size="sm" role="status">
        {!isLoading && posts.length === total && `${plural(total, 'post')}.`}
        {!isLoading && posts.length < total && last && (
          <>
            The first {posts.length} of {total} posts. Those after <Time at={last} /> are not shown: choose a shorter
            time, or fewer accounts, to see them.
          </>
        )}
      </Text>
      {isLoading && <Loading size="xs" />}
      <Text size="sm" c="dimmed">
        {view === 'month' ? 'A click on a day opens it.' : 'A click on an hour writes a post for it.'}{' '}
        {isPhone ? 'Hold a post to move it.' : 'Drag a post to move it, or press R on it.'}
      </Text>
    </Group>
  );
}
