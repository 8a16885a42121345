import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ActingFor } from '../../api/acting-for.js';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { Time } from '../../parts/time.js';
import { Accounts } from './accounts.js';
import { Detach } from './detach.js';
import { Key } from './key.js';
import { Link } from './link.js';
import { MANAGED_USER_BY_ID } from './managed-users.operations.js';

const route = getRouteApi('/signed-in/managed-users/$userId');

/** One managed user: its link, its accounts, its key. */
export function ManagedUserView() {
  const { userId } = route.useParams();
  const mayManage = useMay('MANAGE');
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: MANAGED_USER_BY_ID, variables: { id: userId } });
  const failure = failureOf(state);
  const user = data?.node?.__typename === 'ManagedUser' ? data.node : null;
  const back = (
    <PageLink to="/managed-users">
      <Trans>All clients</Trans>
    </PageLink>
  );
  return (
    <Page title={user ? user.displayName : t`Client`} actions={back}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data && !user && !failure && (
        <Empty title={t`This client is not here`}>
          <Trans>It was detached, or is of another workspace.</Trans>
        </Empty>
      )}
      {user && (
        <>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              {user.email} · added <Time at={user.createdAt} /> · id {user.id}
            </Trans>
          </Text>
          {mayManage && <Link user={user} onChanged={refresh} />}
          <ActingFor userId={user.id}>
            <Accounts />
          </ActingFor>
          {mayManage && (
            <>
              <Key userId={user.id} />
              <Detach user={user} />
            </>
          )}
        </>
      )}
    </Page>
  );
}
