import { Box, Menu } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { CalendarPost } from './calendar.operations.js';

interface EventMenuProps {
  posts: CalendarPost[];
  isMovable: (post: CalendarPost) => boolean;
  onOpen: (post: CalendarPost) => void;
  onReschedule: (post: CalendarPost) => void;
  children: ReactNode;
}

/** What can be done with an event of the calendar: by a right click, a long touch, the menu key, or with R. */
export function EventMenu({ posts, isMovable, onOpen, onReschedule, children }: EventMenuProps) {
  const [post, setPost] = useState<CalendarPost>();
  const postAt = ({ target }: SyntheticEvent): CalendarPost | undefined => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-event-id]') : null;
    return element ? posts.find(({ id }) => id === element.dataset.eventId) : undefined;
  };
  return (
    <Menu disabled={!post}>
      <Menu.ContextMenu>
        <Box
          onPointerDownCapture={(event) => setPost(postAt(event))}
          onContextMenuCapture={(event) => setPost(postAt(event))}
          onKeyDown={(event) => {
            const focused = postAt(event);
            if (event.key !== 'r' || event.ctrlKey || event.metaKey || !focused || !isMovable(focused)) return;
            event.preventDefault();
            onReschedule(focused);
          }}
        >
          {children}
        </Box>
      </Menu.ContextMenu>
      {post && (
        <Menu.Dropdown>
          <Menu.Item onClick={() => onOpen(post)}>Open</Menu.Item>
          <Menu.Item disabled={!isMovable(post)} onClick={() => onReschedule(post)}>
            Reschedule…
          </Menu.Item>
        </Menu.Dropdown>
      )}
    </Menu>
  );
}
