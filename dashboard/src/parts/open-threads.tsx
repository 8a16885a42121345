import { plural } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { CommentIcon } from '@primer/octicons-react';
import classes from './open-threads.module.css';

/** How many threads of comments on a post are open; nothing if none is. */
export const OpenThreads = ({ count, size = 14 }: { count: number; size?: number }) =>
  count > 0 && (
    <span
      className={classes.threads}
      title={plural(count, { one: '# open comment thread', other: '# open comment threads' })}
    >
      <CommentIcon size={size} />
      <span aria-hidden>{count}</span>
      <VisuallyHidden component="span">
        {plural(count, { one: '# open comment thread', other: '# open comment threads' })}
      </VisuallyHidden>
    </span>
  );
