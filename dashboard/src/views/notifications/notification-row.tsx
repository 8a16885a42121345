import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Text } from '@mantine/core';
import { CheckIcon } from '@primer/octicons-react';
import { Ago } from '../../parts/time.js';
import { aboutOf } from '../../shell/notification-words.js';
import { useIsInSeveral, useMarkRead, useNotificationLink } from '../../shell/notifications.js';
import type { Notification } from '../../shell/notifications.operations.js';
import { UnreadMark } from '../../shell/unread-mark.js';
import classes from './notifications.module.css';

/** What happened, with its details, and what can be done about it. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { id, title, paragraphs, facts, action, accountName, count, createdAt, readAt } = notification;
  const isInSeveral = useIsInSeveral();
  const markRead = useMarkRead();
  const link = useNotificationLink(notification);
  const shown = aboutOf(notification) === null ? paragraphs.slice(1) : paragraphs;
  return (
    <li className={classes.row}>
      <UnreadMark readAt={readAt} />
      <div className={classes.words}>
        <Text fw={500}>{title}</Text>
        <Text size="xs" c="dimmed">
          {isInSeveral && `${accountName} · `}
          <Ago at={createdAt} />
          {count > 1 && ` · ${t`${count} times`}`}
        </Text>
        {shown.map((paragraph) => (
          <Text key={paragraph} size="sm">
            {paragraph}
          </Text>
        ))}
        {facts.length > 0 && (
          <dl className={classes.facts}>
            {facts.map(({ name, value }) => (
              <div key={`${name} ${value}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className={classes.actions}>
        {action && (
          <Button component="a" size="xs" variant="default" {...link}>
            {action.label}
          </Button>
        )}
        {readAt === null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={t`Mark as read: ${title}`}
            title={t`Mark as read`}
            onClick={() => void markRead({ ids: [id] })}
          >
            <CheckIcon />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}
