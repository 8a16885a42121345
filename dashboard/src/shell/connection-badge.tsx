import { Badge } from '@mantine/core';
import { useConnection } from '../api/session.js';

const SHOWN = {
  live: { color: 'green', label: 'Live' },
  connecting: { color: 'gray', label: 'Connecting' },
  lost: { color: 'orange', label: 'Offline' },
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
