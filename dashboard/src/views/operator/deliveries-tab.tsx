import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Confirm } from '../../parts/confirm.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { oneOf } from '../../parts/one-of.js';
import { SearchField } from '../../parts/search-field.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { DELIVERIES, RESEND } from './operator.operations.js';
import { DELIVERY_STATUSES, type TabProps } from './operator-search.js';
import { Pages, Rows } from './rows.js';

const PAGE_SIZE = 25;

/** What was sent to webhooks. */
export function DeliveriesTab({ search: { user, delivery, after }, onChange }: TabProps) {
  const variables = { user, status: delivery, first: PAGE_SIZE, after };
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: DELIVERIES, variables });
  const [, resend] = useMutation(RESEND);
  const [counted, setCounted] = useState<{ resent: number; inactive: number } | null>(null);
  const failure = failureOf(state);
  const run = async (confirm: boolean) => {
    const result = await resend({ user, confirm });
    const refusal = failureOf(result);
    if (refusal) showFailure(refusal);
    return result.data?.resendDeliveries;
  };
  const count = async () => setCounted((await run(false)) ?? null);
  const resendAll = async () => {
    const sent = await run(true);
    if (sent) showDone(plural(sent.resent, { one: '# delivery sent again', other: '# deliveries sent again' }));
    refresh();
  };
  return (
    <Stack>
      <Group align="end">
        <SearchField
          label={t`Account`}
          placeholder={t`E-mail address or id`}
          value={user}
          onSearch={(value) => onChange({ user: value })}
        />
        <Select
          label={t`Status`}
          placeholder={t`All`}
          data={DELIVERY_STATUSES}
          value={delivery ?? null}
          onChange={(value) => onChange({ delivery: oneOf(DELIVERY_STATUSES, value) })}
          clearable
          clearButtonProps={{ 'aria-label': t`All statuses` }}
        />
        <Button variant="default" onClick={count}>
          <Trans>Send failed ones again</Trans>
        </Button>
      </Group>
      {failure && <FailureNotice failure={failure} />}
      {!data && !failure && <Loading />}
      {data && (
        <Rows
          label={t`Webhook deliveries`}
          none={t`No delivery is like this.`}
          head={[t`Account`, t`Receiver`, t`Event`, t`Status`, t`Attempts`, t`Last response`, t`Created`]}
          rows={data.deliveries.nodes.map((one) => ({
            key: one.id,
            cells: [
              <PageLink key="account" to="/operator/accounts/$userId" params={{ userId: one.userId }}>
                {one.email ?? t`removed`}
              </PageLink>,
              one.host,
              one.event,
              one.status,
              one.attemptCount,
              one.error ?? (one.httpStatus === null ? '' : `HTTP ${one.httpStatus}`),
              <Time key="time" at={one.createdAt} />,
            ],
          }))}
        />
      )}
      <Pages isFirst={!after} next={data?.deliveries.next} onGo={(next) => onChange({ after: next })} />
      {counted && (
        <Confirm
          title={t`Send failed deliveries again`}
          action={t`Send again`}
          onClose={() => setCounted(null)}
          onConfirm={resendAll}
        >
          {user
            ? plural(counted.resent, {
                one: `# failed delivery of ${user} will be sent again.`,
                other: `# failed deliveries of ${user} will be sent again.`,
              })
            : plural(counted.resent, {
                one: '# failed delivery of all accounts will be sent again.',
                other: '# failed deliveries of all accounts will be sent again.',
              })}
          {counted.inactive > 0 &&
            ` ${plural(counted.inactive, {
              one: '# delivery to webhooks that are switched off will not.',
              other: '# deliveries to webhooks that are switched off will not.',
            })}`}
        </Confirm>
      )}
    </Stack>
  );
}
