import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Badge, Group, Text } from '@mantine/core';
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
export type PartStatus = ReturnType<typeof graphql.scalar<'PlatformPostStatus'>>;

interface Look {
  label: string;
  color: string;
  icon: Icon;
}

/** The label and colour of a status, of a group or of its posts on the platforms. */
export const STATUS: Record<GroupStatus | PartStatus, Look> = {
  DRAFT: {
    get label() {
      return t`Draft`;
    },
    color: 'gray',
    icon: PencilIcon,
  },
  SCHEDULED: {
    get label() {
      return t`Scheduled`;
    },
    color: 'blue',
    icon: ClockIcon,
  },
  PENDING: {
    get label() {
      return t`Queued`;
    },
    color: 'indigo',
    icon: HourglassIcon,
  },
  PROCESSING: {
    get label() {
      return t`Publishing`;
    },
    color: 'indigo',
    icon: HourglassIcon,
  },
  PUBLISHED: {
    get label() {
      return t`Published`;
    },
    color: 'green',
    icon: CheckIcon,
  },
  PARTIALLY_PUBLISHED: {
    get label() {
      return t`Partly published`;
    },
    color: 'orange',
    icon: AlertIcon,
  },
  FAILED: {
    get label() {
      return t`Failed`;
    },
    color: 'red',
    icon: XIcon,
  },
  DELETED: {
    get label() {
      return t`Deleted there`;
    },
    color: 'gray',
    icon: TrashIcon,
  },
};

const WAITING: Look = {
  get label() {
    return t`Waiting for approval`;
  },
  color: 'orange',
  icon: HourglassIcon,
};

const NOTES: Record<PartStatus, MessageDescriptor> = {
  DRAFT: msg`draft`,
  SCHEDULED: msg`scheduled`,
  PENDING: msg`queued`,
  PROCESSING: msg`publishing`,
  PUBLISHED: msg`published`,
  FAILED: msg`failed`,
  DELETED: msg`deleted there`,
};

/** The status as a note, in brackets or after a comma. */
export const statusNote = (status: PartStatus): string => t(NOTES[status]);

interface GroupState {
  status: GroupStatus;
  processingStatus: ReturnType<typeof graphql.scalar<'ProcessingStatus'>>;
  posts: readonly { platformId: string; status: PartStatus }[];
  /** The latest request to approve it, if it is known. */
  approval?: { state: string } | null;
}

/** How many accounts have the whole post live, of all. A thread is several posts of one account. */
export function liveOf(posts: GroupState['posts']): { live: number; total: number } {
  const targets = [...Map.groupBy(posts, ({ platformId }) => platformId).values()];
  const live = targets.filter((parts) => parts.every(({ status }) => status === 'PUBLISHED'));
  return { live: live.length, total: targets.length };
}

/** The look of a whole post. One that is live on some of its accounts says on how many: `1 of 2 live`. */
export function groupLook({ status, processingStatus, posts, approval }: GroupState): Look {
  if (status === 'DRAFT' && approval?.state === 'PENDING') return WAITING;
  if (processingStatus === 'PROCESSING') return STATUS.PROCESSING;
  const { live, total } = liveOf(posts);
  const count = t`${live} of ${total} live`;
  if (status === 'PARTIALLY_PUBLISHED') return { ...STATUS[status], label: count };
  if (live === 0 || (status !== 'DRAFT' && status !== 'SCHEDULED')) return STATUS[status];
  return { ...STATUS[status], label: `${STATUS[status].label} · ${count}` };
}

const LookBadge = ({ look: { label, color, icon: Icon } }: { look: Look }) => (
  <Badge variant="light" flex="none" color={color} c="var(--mantine-color-text)" leftSection={<Icon size={12} />}>
    {label}
  </Badge>
);

export const StatusBadge = ({ status }: { status: GroupStatus | PartStatus }) => <LookBadge look={STATUS[status]} />;

export const GroupStatusBadge = ({ group }: { group: GroupState }) => <LookBadge look={groupLook(group)} />;

/** The status in a list: an icon and a word, without a box. */
export function QuietStatus({ group }: { group: GroupState }) {
  const { label, color, icon: Icon } = groupLook(group);
  return (
    <Group gap={6} wrap="nowrap">
      <Text span c={`var(--mantine-color-${color}-text)`} lh={1} aria-hidden>
        <Icon size={14} />
      </Text>
      <Text size="sm">{label}</Text>
    </Group>
  );
}
