import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Text } from '@mantine/core';
import { AlertIcon, HourglassIcon, type Icon, XIcon } from '@primer/octicons-react';
import { useSession } from '../api/session.js';
import type { ClientOverview } from './clients.operations.js';
import { type Destination, useSwitch } from './use-switch.js';
import { useViewer } from './viewer.js';

interface Client {
  id: string;
  displayName: string;
  overview: ClientOverview;
}

/** What needs a person at a client. */
export const problemsOf = ({ failedPosts, accountsToReconnect, waitingApprovals }: ClientOverview): number =>
  failedPosts + accountsToReconnect + waitingApprovals;

interface Shown {
  count: number;
  label: string;
  to: Destination;
  problem?: { icon: Icon; color: string };
}

/** In the order in which they are shown: problems first. */
const shownOf = ({ failedPosts, accountsToReconnect, waitingApprovals, ...rest }: ClientOverview): Shown[] => [
  {
    count: failedPosts,
    label: plural(failedPosts, { one: '# failed post', other: '# failed posts' }),
    to: { to: '/posts', search: { status: 'FAILED' } },
    problem: { icon: XIcon, color: 'red' },
  },
  {
    count: accountsToReconnect,
    label: plural(accountsToReconnect, { one: '# account to reconnect', other: '# accounts to reconnect' }),
    to: { to: '/accounts' },
    problem: { icon: AlertIcon, color: 'orange' },
  },
  {
    count: waitingApprovals,
    label: plural(waitingApprovals, { one: '# waits for approval', other: '# wait for approval' }),
    to: { to: '/approvals' },
    problem: { icon: HourglassIcon, color: 'orange' },
  },
  {
    count: rest.scheduledPosts,
    label: plural(rest.scheduledPosts, { one: '# scheduled', other: '# scheduled' }),
    to: { to: '/posts', search: { status: 'SCHEDULED' } },
  },
  {
    count: rest.drafts,
    label: plural(rest.drafts, { one: '# draft', other: '# drafts' }),
    to: { to: '/posts', search: { status: 'DRAFT' } },
  },
  {
    count: rest.postsThisMonth,
    label: plural(rest.postsThisMonth, { one: '# post this month', other: '# posts this month' }),
    to: { to: '/usage' },
  },
];

/** Returns a function that makes this window act for a client, in the view that shows something of it. */
export function useOpenClient(): (client: Pick<Client, 'id' | 'displayName'>, to: Destination) => void {
  const viewer = useViewer();
  const { acting } = useSession();
  const switchTo = useSwitch();
  const email = viewer.person?.email ?? acting?.email ?? viewer.email;
  const manager = { userId: viewer.id, name: viewer.displayName };
  return ({ id: userId, displayName: name }, to) => void switchTo({ userId, name, email, manager }, to);
}

interface OverviewProps {
  client: Client;
  /** Shows only what needs a person. */
  problemsAlone?: boolean;
}

/** The numbers of a client. Each switches to the client and opens what it counts. */
export function Overview({ client, problemsAlone = false }: OverviewProps) {
  const openClient = useOpenClient();
  const { displayName: name, overview } = client;
  const shown = shownOf(overview).filter(({ count, problem }) => count > 0 && (problem || !problemsAlone));
  if (shown.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No posts yet</Trans>
      </Text>
    );
  }
  return (
    <Group component="ul" gap="0.25rem 1rem" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Posts of ${name}`}>
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
            aria-label={t`${label}: open ${name}`}
            onClick={() => openClient(client, to)}
          >
            {label}
          </Anchor>
        </Group>
      ))}
    </Group>
  );
}
