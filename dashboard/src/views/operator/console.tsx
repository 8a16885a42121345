import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Client, fetchExchange, Provider, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { OPERATOR } from './operator.operations.js';

/** Without a cache: what an operator looks at changes without them. */
const client = new Client({
  url: '/operator/graphql',
  preferGetMethod: false,
  requestPolicy: 'network-only',
  exchanges: [fetchExchange],
});

/** Runs the operations of all components below it in the operator's console, if it lets the user in. */
export const Console = ({ children }: { children: ReactNode }) => (
  <Provider value={client}>
    <Gate>{children}</Gate>
  </Provider>
);

function Gate({ children }: { children: ReactNode }) {
  const [{ data, ...state }, fetchAgain] = useQuery({ query: OPERATOR });
  if (data) return children;
  const failure = failureOf(state);
  if (!failure) return <Loading />;
  return (
    <Page title={t`Operator`}>
      {failure.code === 'UNREACHABLE' && state.error?.response?.status === 404 ? (
        <Empty title={t`There is nothing here for this account`}>
          <Trans>
            The operator’s console is for accounts that the operator of the service has chosen, where it is switched on.
          </Trans>
        </Empty>
      ) : (
        <FailureNotice failure={failure} onRetry={() => fetchAgain()} />
      )}
      <PageLink to="/settings">
        <Trans>Settings</Trans>
      </PageLink>
    </Page>
  );
}
