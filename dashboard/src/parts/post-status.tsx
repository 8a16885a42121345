import { Badge } from '@mantine/core';
import {
  AlertIcon,
  CheckIcon,
  ClockIcon,
  HourglassIcon,
  type Icon,
  PencilIcon,
  TrashIcon,
  XIcon,
} from '@primer/octicons-react';
import type { graphql } from '../api/graphql.js';

export type GroupStatus = ReturnType<typeof graphql.scalar<'PostGroupStatus'>>;
export const GROUP_STATUSES = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED'] as const;
type PartStatus = ReturnType<typeof graphql.scalar<'PlatformPostStatus'>>;

interface Look {
  label: string;
  color: string;
  icon: Icon;
}

/** The label and colour of a status, of a group or of its posts on the platforms. */
export const STATUS: Record<GroupStatus | PartStatus, Look> = {
  DRAFT: { label: 'Draft', color: 'gray', icon: PencilIcon },
  SCHEDULED: { label: 'Scheduled', color: 'blue', icon: ClockIcon },
  PENDING: { label: 'Queued', color: 'indigo', icon: HourglassIcon },
  PROCESSING: { label: 'Publishing', color: 'indigo', icon: HourglassIcon },
  PUBLISHED: { label: 'Published', color: 'green', icon: CheckIcon },
  PARTIALLY_PUBLISHED: { label: 'Partly published', color: 'orange', icon: AlertIcon },
  FAILED: { label: 'Failed', color: 'red', icon: XIcon },
  DELETED: { label: 'Deleted there', color: 'gray', icon: TrashIcon },
};

export function StatusBadge({ status }: { status: GroupStatus | PartStatus }) {
  const { label, color, icon: Icon } = STATUS[status];
  return (
    <Badge variant="light" color={color} c="var(--mantine-color-text)" leftSection={<Icon size={12} />}>
      {label}
    </Badge>
  );
}
