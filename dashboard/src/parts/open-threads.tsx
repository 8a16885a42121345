import { VisuallyHidden } from '@mantine/core';
import { CommentIcon } from '@primer/octicons-react';
import { plural } from './act-on-all.js';
import classes from './open-threads.module.css';

/** How many threads of comments on a post are open; nothing if none is. */
export const OpenThreads = ({ count, size = 14 }: { count: number; size?: number }) =>
  count > 0 && (
    <span className={classes.threads} title={plural(count, 'open comment thread')}>
      <CommentIcon size={size} />
      <span aria-hidden>{count}</span>
      <VisuallyHidden component="span">{plural(count, 'open comment thread')}</VisuallyHidden>
    </span>
  );
