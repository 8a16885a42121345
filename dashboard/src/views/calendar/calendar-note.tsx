import { Group, Loader, Text } from '@mantine/core';
import { Time } from '../../parts/time.js';
import type { CalendarPost } from './calendar.operations.js';
import type { View } from './calendar-search.js';

interface CalendarNoteProps {
  view: View;
  posts: CalendarPost[];
  /** How many there are in the range; undefined before that is known. */
  total: number | undefined;
  isLoading: boolean;
}

/** How much of what there is the calendar shows, and how it is used. */
export function CalendarNote({ view, posts, total = 0, isLoading }: CalendarNoteProps) {
  const last = posts.at(-1)?.scheduledTime;
  return (
    <Group gap="xs" mih={28}>
      <Text size="sm" role="status">
        {!isLoading && posts.length === total && `${total} ${total === 1 ? 'post' : 'posts'} in this ${view}.`}
        {!isLoading && posts.length < total && last && (
          <>
            The first {posts.length} of {total} posts in this {view}: those after <Time at={last} /> are not shown.
            Choose fewer accounts, platforms or days to see them.
          </>
        )}
      </Text>
      {isLoading && <Loader size="xs" aria-label="Loading" />}
      <Text size="sm" c="dimmed">
        {view === 'month' ? 'A click on a day opens it.' : 'A click on an hour writes a post for it.'} Drag a post to
        move it, or press R on it.
      </Text>
    </Group>
  );
}
