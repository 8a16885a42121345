import { Anchor, Paper, Text, Title } from '@mantine/core';
import { CheckCircleFillIcon } from '@primer/octicons-react';
import { formatNumber } from '../../parts/formats.js';
import { ButtonLink, PageLink } from '../../parts/link.js';
import { useMay } from '../../parts/may.js';
import { Overview, problemsOf, useOpenClient } from '../../shell/client-overview.js';
import classes from './home.module.css';
import type { Clients as ClientsOnHome } from './home.operations.js';

type Summary = NonNullable<ClientsOnHome['clientsSummary']>;

/** What needs attention at the clients of an agency, over all of them. */
export function Clients({ clients: { clientsSummary: summary, managedUsers } }: { clients: ClientsOnHome }) {
  if (!summary) return null;
  const needy = (managedUsers?.edges ?? []).map(({ node }) => node).filter(({ overview }) => problemsOf(overview) > 0);
  const further = summary.clientsWithProblems - needy.length;
  return (
    <Paper component="section" withBorder aria-labelledby="clients">
      <div className={classes.panelHead}>
        <Title order={2} size="h4" id="clients">
          Clients
        </Title>
        {summary.clients > 0 && (
          <PageLink to="/managed-users" size="sm">
            All {formatNumber(summary.clients)}
          </PageLink>
        )}
      </div>
      {summary.clients === 0 ? (
        <NoClients />
      ) : (
        <>
          <Sums summary={summary} />
          {needy.length === 0 && (
            <Text size="sm" className={classes.calm}>
              <CheckCircleFillIcon className={classes.done} /> No client needs you: none of their posts failed, all of
              their accounts are connected, and nothing of theirs waits for approval.
            </Text>
          )}
          <ul className={classes.rows} aria-label="Clients that need attention">
            {needy.map((client) => (
              <Client key={client.id} client={client} />
            ))}
          </ul>
          {further > 0 && (
            <Text size="sm" className={classes.calm}>
              <PageLink to="/managed-users" underline="always" inherit>
                {formatNumber(further)} more {further === 1 ? 'client needs' : 'clients need'} attention
              </PageLink>
            </Text>
          )}
        </>
      )}
    </Paper>
  );
}

function NoClients() {
  const mayManage = useMay('MANAGE');
  return (
    <div className={classes.calm}>
      <Text size="sm" c="dimmed" className={classes.words}>
        No clients yet. What needs you at your clients is shown here: failed posts, accounts to reconnect, and posts
        that wait for approval.
      </Text>
      {mayManage && (
        <ButtonLink to="/managed-users" size="xs" variant="default">
          Add a client
        </ButtonLink>
      )}
    </div>
  );
}

/** The sums over all clients. */
function Sums({ summary: { clientsWithProblems, overview } }: { summary: Summary }) {
  const sums: [label: string, count: number][] = [
    [clientsWithProblems === 1 ? 'client needs attention' : 'clients need attention', clientsWithProblems],
    [overview.failedPosts === 1 ? 'failed post' : 'failed posts', overview.failedPosts],
    [
      overview.accountsToReconnect === 1 ? 'account to reconnect' : 'accounts to reconnect',
      overview.accountsToReconnect,
    ],
    [
      overview.waitingApprovals === 1 ? 'post waits for approval' : 'posts wait for approval',
      overview.waitingApprovals,
    ],
    [overview.postsThisMonth === 1 ? 'post this month' : 'posts this month', overview.postsThisMonth],
  ];
  return (
    <ul className={classes.sums} aria-label="All clients together">
      {sums.map(([label, count]) => (
        <li key={label}>
          <Text span className={classes.number}>
            {formatNumber(count)}
          </Text>{' '}
          <Text span size="xs" c="dimmed">
            {label}
          </Text>
        </li>
      ))}
    </ul>
  );
}

interface ClientProps {
  client: Parameters<typeof Overview>[0]['client'];
}

function Client({ client }: ClientProps) {
  const openClient = useOpenClient();
  return (
    <li className={classes.client}>
      <Anchor
        component="button"
        type="button"
        ta="start"
        fw={500}
        c="var(--mantine-color-text)"
        className={classes.words}
        onClick={() => openClient(client, { to: '/home' })}
      >
        {client.displayName}
      </Anchor>
      <Overview client={client} problemsAlone />
    </li>
  );
}
