import { Trans } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import classes from './notifications.module.css';
import type { Notification } from './notifications.operations.js';

/** A dot beside what is unread. */
export const UnreadMark = ({ readAt }: Pick<Notification, 'readAt'>) =>
  readAt === null && (
    <span className={classes.mark}>
      <VisuallyHidden>
        <Trans>Unread:</Trans>
      </VisuallyHidden>
    </span>
  );
