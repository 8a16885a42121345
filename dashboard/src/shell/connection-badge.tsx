import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import { useConnection } from '../api/session.js';

const SHOWN = {
  live: {
    color: 'green',
    get label() {
      return t`Live`;
    },
  },
  connecting: {
    color: 'gray',
    get label() {
      return t`Connecting`;
    },
  },
  lost: {
    color: 'orange',
    get label() {
      return t`Offline`;
    },
  },
} as const;

/** Whether changes arrive as they happen. */
export function ConnectionBadge() {
  const { color, label } = SHOWN[useConnection()];
  return (
    <Badge role="status" variant="dot" size="sm" radius="xl" color={color} flex="none">
      {label}
    </Badge>
  );
}
