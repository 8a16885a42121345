import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { aboutOf, quoteOf } from './notification-words.js';
import type { Notification } from './notifications.operations.js';

/** Says briefly that something has happened, and offers to open it. */
export function showNotification(notification: Notification, open: (notification: Notification) => void): void {
  const { title, action } = notification;
  // A message with the id of one before would end with it.
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {quoteOf(notification) ?? aboutOf(notification)}
          </Text>
        </div>
        {action && (
          <Button
            size="xs"
            variant="default"
            flex="none"
            onClick={() => {
              notifications.hide(id);
              open(notification);
            }}
          >
            <Trans>Open</Trans>
          </Button>
        )}
      </Group>
    ),
    autoClose: SHOWN_MS,
    role: 'status',
  });
}

/** Long enough to read it and to reach the button. */
const SHOWN_MS = 8_000;
