import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** How long something can be undone by its message. */
const UNDO_MS = 15_000;

let shown = '';

/** Says that something was done, and offers to undo it. A new message replaces the one before, and has its full time. */
export function showUndo(message: ReactNode, undo: () => void): void {
  notifications.hide(shown);
  // A message with the id of one before would end with it.
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="xs"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          <Trans>Undo</Trans>
        </Button>
      </Group>
    ),
    autoClose: UNDO_MS,
    withCloseButton: false,
    role: 'status',
  });
  shown = id;
}
