import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { Time } from '../../parts/time.js';
import { Overview } from '../../shell/client-overview.js';
import { AddUser } from './add-user.js';
import { MANAGED_USERS, type ManagedUser } from './managed-users.operations.js';
import type { ManagedUsersSearch } from './managed-users-search.js';

const route = getRouteApi('/signed-in/managed-users');
const PAGE_SIZE = 25;

/** The users of the workspace: people for whom the account publishes. They do not sign in. */
export function ManagedUsersView() {
  const { text = '', after } = route.useSearch();
  const navigate = useNavigate();
  const variables = useMemo(() => ({ first: PAGE_SIZE, after, filter: { text } }), [after, text]);
  const [{ data, ...state }, fetchUsers] = useQuery({ query: MANAGED_USERS, variables });
  const mayManage = useMay('MANAGE');
  const [adding, setAdding] = useState(false);
  const go = (search: ManagedUsersSearch) => void navigate({ to: '/managed-users', search });

  const failure = failureOf(state);
  if (failure?.code === 'WORKSPACE_ACCESS_DISABLED') return <WithoutWorkspace />;
  const users = data?.managedUsers?.edges.map(({ node }) => node);
  const { hasNextPage = false, endCursor } = data?.managedUsers?.pageInfo ?? {};
  return (
    <Page
      title={t`Clients`}
      actions={
        mayManage && (
          <Button onClick={() => setAdding(true)}>
            <Trans>Add a client</Trans>
          </Button>
        )
      }
    >
      <SearchField
        placeholder={t`Name or e-mail address`}
        maw="24rem"
        value={text}
        onSearch={(searched) => go({ text: searched })}
      />
      {failure && <FailureNotice failure={failure} onRetry={() => fetchUsers({ requestPolicy: 'network-only' })} />}
      {!users && !failure && <Loading />}
      {users?.length === 0 &&
        (text ? (
          <Empty title={t`Nobody is like this`}>
            <Trans>Search for a part of a name or of an address.</Trans>
          </Empty>
        ) : (
          <Empty
            title={t`No clients yet`}
            action={
              mayManage && (
                <Button variant="default" onClick={() => setAdding(true)}>
                  <Trans>Add the first client</Trans>
                </Button>
              )
            }
          >
            <Trans>
              A client is somebody whose accounts you publish to. The API calls it a managed user. You send them a link,
              they connect their accounts with it, and you post to these with your plan.
            </Trans>
          </Empty>
        ))}
      {users && users.length > 0 && <Users users={users} />}
      {(after || hasNextPage) && (
        <Group>
          <Button variant="default" disabled={!after} onClick={() => go({ text: text || undefined })}>
            <Trans>First page</Trans>
          </Button>
          <Button
            variant="default"
            disabled={!hasNextPage}
            onClick={() => go({ text: text || undefined, after: endCursor ?? undefined })}
          >
            <Trans>Next page</Trans>
          </Button>
          <Text size="sm">
            <Plural value={data?.managedUsers?.totalCount ?? 0} one="# client" other="# clients" />
          </Text>
        </Group>
      )}
      {adding && <AddUser onClose={() => setAdding(false)} />}
    </Page>
  );
}

/** Those first that need attention most. */
function Users({ users }: { users: ManagedUser[] }) {
  // The link is for those who may use it.
  const mayManage = useMay('MANAGE');
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Clients`}>
      {users.map((user) => {
        const { id, displayName, email, connectionPage } = user;
        return (
          <Paper key={id} component="li" withBorder p="sm">
            <PageLink to="/managed-users/$userId" params={{ userId: id }} c="var(--mantine-color-text)" fw={500}>
              {displayName}
            </PageLink>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {email}
              {mayManage && ' · '}
              {mayManage &&
                (connectionPage ? (
                  <Trans>
                    link works until <Time at={connectionPage.expiresAt} />
                  </Trans>
                ) : (
                  t`no link`
                ))}
            </Text>
            <Overview client={user} />
          </Paper>
        );
      })}
    </Stack>
  );
}

const WithoutWorkspace = () => (
  <Page title={t`Clients`}>
    <Empty title={t`Workspaces are off for this account`}>
      <Trans>
        With one you publish to the accounts of others, who connect them with a link. The operator of the service turns
        it on.
      </Trans>
    </Empty>
  </Page>
);
