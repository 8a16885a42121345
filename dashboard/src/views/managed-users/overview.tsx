import { Anchor, Group, Text } from '@mantine/core';
import { AlertIcon, HourglassIcon, type Icon, XIcon } from '@primer/octicons-react';
import { useSession } from '../../api/session.js';
import { formatNumber } from '../../parts/formats.js';
import { type Destination, useSwitch } from '../../shell/use-switch.js';
import { useViewer } from '../../shell/viewer.js';
import type { ManagedUser } from './managed-users.operations.js';

type Overview = ManagedUser['overview'];

/** What needs a person at a client. */
export const problemsOf = ({ failedPosts, accountsToReconnect, waitingApprovals }: Overview): number =>
  failedPosts + accountsToReconnect + waitingApprovals;

interface Shown {
  count: number;
  label: string;
  to: Destination;
  problem?: { icon: Icon; color: string };
}

const plural = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** In the order in which they are shown: problems first. */
const shownOf = ({ failedPosts, accountsToReconnect, waitingApprovals, ...rest }: Overview): Shown[] => [
  {
    count: failedPosts,
    label: plural(failedPosts, 'failed post', 'failed posts'),
    to: { to: '/posts', search: { status: 'FAILED' } },
    problem: { icon: XIcon, color: 'red' },
  },
  {
    count: accountsToReconnect,
    label: plural(accountsToReconnect, 'account to reconnect', 'accounts to reconnect'),
    to: { to: '/accounts' },
    problem: { icon: AlertIcon, color: 'orange' },
  },
  {
    count: waitingApprovals,
    label: plural(waitingApprovals, 'waits for approval', 'wait for approval'),
    to: { to: '/approvals' },
    problem: { icon: HourglassIcon, color: 'orange' },
  },
  {
    count: rest.scheduledPosts,
    label: plural(rest.scheduledPosts, 'scheduled', 'scheduled'),
    to: { to: '/posts', search: { status: 'SCHEDULED' } },
  },
  {
    count: rest.drafts,
    label: plural(rest.drafts, 'draft', 'drafts'),
    to: { to: '/posts', search: { status: 'DRAFT' } },
  },
  {
    count: rest.postsThisMonth,
    label: plural(rest.postsThisMonth, 'post this month', 'posts this month'),
    to: { to: '/usage' },
  },
];

/** The numbers of a client. Each switches to the client and opens what it counts. */
export function Overview({ user: { id: userId, displayName: name, overview } }: { user: ManagedUser }) {
  const viewer = useViewer();
  const { acting } = useSession();
  const switchTo = useSwitch();
  const email = viewer.person?.email ?? acting?.email ?? viewer.email;
  const manager = { userId: viewer.id, name: viewer.displayName };
  const shown = shownOf(overview).filter(({ count }) => count > 0);
  if (shown.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No posts yet
      </Text>
    );
  }
  return (
    <Group component="ul" gap="0.25rem 1rem" p={0} m={0} style={{ listStyle: 'none' }} aria-label={`Posts of ${name}`}>
      {shown.map(({ label, to, problem }) => (
        <Group key={label} component="li" gap={4} wrap="nowrap">
          {problem && (
            <Text span c={`var(--mantine-color-${problem.color}-text)`} lh={1} aria-hidden>
              <problem.icon size={14} />
            </Text>
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            c={problem ? 'var(--mantine-color-text)' : 'dimmed'}
            py={4}
            aria-label={`${label}: open ${name}`}
            onClick={() => void switchTo({ userId, name, email, manager }, to)}
          >
            {label}
          </Anchor>
        </Group>
      ))}
    </Group>
  );
}
