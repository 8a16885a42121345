import { t } from '@lingui/core/macro';
import { Drawer } from '@mantine/core';
import { useRef } from 'react';
import { EditPost } from '../../composer/edit-post.js';
import { NewPost } from '../../composer/new-post.js';
import { toEntered, toInstant, useTimeZone } from '../../parts/time.js';
import classes from './calendar.module.css';
import { moveOnClock } from './days.js';

/** What the panel writes: a new post for a time, or a stored one. */
export type Composed = { at: string } | { postGroupId: string };

interface ComposePanelProps {
  composed: Composed;
  onChange: (composed: Composed) => void;
  /** A post was stored or sent. */
  onStored: () => void;
  onClose: () => void;
}

const DAY_MS = 86_400_000;

/** The same time on the clock of the next day. */
const nextDay = (at: string, timeZone: string): string =>
  toInstant(moveOnClock(toEntered(at, timeZone), DAY_MS), timeZone);

/** The composer beside the calendar. After a post is scheduled it stays, for one at the same time of the next day. */
export function ComposePanel({ composed, onChange, onStored, onClose }: ComposePanelProps) {
  const content = useRef<HTMLDivElement>(null);
  const timeZone = useTimeZone();
  // Escape closes only the topmost dialog.
  const closeOnTop = () => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    if (dialogs.at(-1)?.contains(content.current)) onClose();
  };
  return (
    <Drawer
      opened
      position="right"
      size="46rem"
      title={'at' in composed ? t`New post` : t`Edit post`}
      onClose={closeOnTop}
      overlayProps={{ backgroundOpacity: 0.25 }}
      closeButtonProps={{ 'aria-label': t`Close` }}
      classNames={{ content: classes.panel, title: classes.panelTitle }}
    >
      <div ref={content}>
        {'at' in composed ? (
          <NewPost
            at={composed.at}
            onDone={({ scheduledTime }, wish) => {
              onStored();
              // The composer begins the next post for it.
              if (wish === 'send') onChange({ at: nextDay(scheduledTime ?? composed.at, timeZone) });
            }}
            onTakenBack={({ id }) => onChange({ postGroupId: id })}
            onClose={onClose}
          />
        ) : (
          <EditPost
            postGroupId={composed.postGroupId}
            onDone={() => {
              onStored();
              onClose();
            }}
            onTakenBack={({ id }) => onChange({ postGroupId: id })}
            onClose={onClose}
          />
        )}
      </div>
    </Drawer>
  );
}
