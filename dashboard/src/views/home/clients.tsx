import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
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
          <Trans>Clients</Trans>
        </Title>
        {summary.clients > 0 && (
          <PageLink to="/managed-users" size="sm">
            <Trans>All {formatNumber(summary.clients)}</Trans>
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
              <CheckCircleFillIcon className={classes.done} />{' '}
              <Trans>
                No client needs you: none of their posts failed, all of their accounts are connected, and nothing of
                theirs waits for approval.
              </Trans>
            </Text>
          )}
          <ul className={classes.rows} aria-label={t`Clients that need attention`}>
            {needy.map((client) => (
              <Client key={client.id} client={client} />
            ))}
          </ul>
          {further > 0 && (
            <Text size="sm" className={classes.calm}>
              <PageLink to="/managed-users" underline="always" inherit>
                <Plural value={further} one="# more client needs attention" other="# more clients need attention" />
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
        <Trans>
          No clients yet. What needs you at your clients is shown here: failed posts, accounts to reconnect, and posts
          that wait for approval.
        </Trans>
      </Text>
      {mayManage && (
        <ButtonLink to="/managed-users" size="xs" variant="default">
          <Trans>Add a client</Trans>
        </ButtonLink>
      )}
    </div>
  );
}

/** The sums over all clients. */
function Sums({ summary: { clientsWithProblems, overview } }: { summary: Summary }) {
  const sums: [label: string, count: number][] = [
    [
      plural(clientsWithProblems, { one: 'client needs attention', other: 'clients need attention' }),
      clientsWithProblems,
    ],
    [plural(overview.failedPosts, { one: 'failed post', other: 'failed posts' }), overview.failedPosts],
    [
      plural(overview.accountsToReconnect, { one: 'account to reconnect', other: 'accounts to reconnect' }),
      overview.accountsToReconnect,
    ],
    [
      plural(overview.waitingApprovals, { one: 'post waits for approval', other: 'posts wait for approval' }),
      overview.waitingApprovals,
    ],
    [plural(overview.postsThisMonth, { one: 'post this month', other: 'posts this month' }), overview.postsThisMonth],
  ];
  return (
    <ul className={classes.sums} aria-label={t`All clients together`}>
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
