import { msg, t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { SearchField } from '../../parts/search-field.js';
import { Time } from '../../parts/time.js';
import { ACCOUNTS } from './operator.operations.js';
import type { TabProps } from './operator-search.js';
import { Pages, Rows } from './rows.js';

const STATES = {
  active: msg`Active`,
  on_hold: msg`On hold`,
  inactive: msg`Inactive`,
  removal_pending: msg`Removal pending`,
};
const PAGE_SIZE = 25;

/** Accounts and managed users, with what is wrong with each. */
export function AccountsTab({ search: { text = '', after }, onChange }: TabProps) {
  const [{ data, ...state }] = useQuery({ query: ACCOUNTS, variables: { search: text, first: PAGE_SIZE, after } });
  const failure = failureOf(state);
  return (
    <Stack>
      <SearchField
        placeholder={t`Name or e-mail address`}
        maw="24rem"
        value={text}
        onSearch={(searched) => onChange({ text: searched })}
      />
      {failure && <FailureNotice failure={failure} />}
      {!data && !failure && <Loading />}
      {data && (
        <Rows
          label={t`Accounts`}
          none={t`No account is like this.`}
          head={[
            t`Account`,
            t`State`,
            t`Plan`,
            t`Connection problems`,
            t`Late posts`,
            t`Failed in 7 days`,
            t`Last sign-in`,
          ]}
          rows={data.accounts.nodes.map(
            ({ id, email, displayName, state: now, planName, managedBy, health, lastSignInAt }) => ({
              key: id,
              cells: [
                <PageLink key="account" to="/operator/accounts/$userId" params={{ userId: id }} title={displayName}>
                  {email}
                </PageLink>,
                t(STATES[now]),
                managedBy ? t`${planName}, of ${managedBy}` : planName,
                t`${health.connectionProblems} of ${health.connections}`,
                health.duePosts,
                health.failedPosts,
                lastSignInAt ? <Time key="time" at={lastSignInAt} /> : '–',
              ],
            }),
          )}
        />
      )}
      <Pages isFirst={!after} next={data?.accounts.next} onGo={(next) => onChange({ after: next })} />
    </Stack>
  );
}
