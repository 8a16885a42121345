import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Select, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { oneOf } from '../../parts/one-of.js';
import { Page } from '../../parts/page.js';
import { showDone } from '../../parts/show-done.js';
import { useIsNotified } from '../../shell/notifications.js';
import { NOTIFICATION_KINDS } from './notification-kinds.js';
import classes from './notifications.module.css';
import { PREFERENCES, type Preference, SET_PREFERENCES } from './notifications.operations.js';
import { PushSwitch } from './push-switch.js';
import { ReportEmails } from './report-emails.js';

const EMAIL: Record<Preference['email'], MessageDescriptor> = {
  NEVER: msg`Never`,
  IMMEDIATELY: msg`Immediately`,
  HOURLY: msg`Hourly`,
  DAILY: msg`Daily at 08:00`,
};
const FREQUENCIES = Object.keys(EMAIL) as Preference['email'][];

/** How the person is notified. Each change is saved immediately. */
export function NotificationsView() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: PREFERENCES, pause: !useIsNotified() });
  const failure = failureOf(state);
  return (
    <Page
      title={t`Notification settings`}
      actions={
        <PageLink to="/notifications">
          <Trans>Notifications</Trans>
        </PageLink>
      }
    >
      <Text c="dimmed" maw="40rem">
        <Trans>
          These are your own settings, for all of your accounts. You get at most ten e-mails in an hour. Further
          notifications are in one e-mail later. What you have read in the dashboard is not sent.
        </Trans>
      </Text>
      <PushSwitch />
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading rows={8} />}
      {data?.notificationPreferences && <Preferences stored={data.notificationPreferences} onSaved={refresh} />}
      <ReportEmails />
    </Page>
  );
}

function Preferences({ stored, onSaved }: { stored: Preference[]; onSaved: () => void }) {
  return (
    <Paper withBorder>
      <Table verticalSpacing="xs" className={classes.table} aria-label={t`Notification settings`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>When</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>In the dashboard</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>By e-mail</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Push</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stored.map((preference) => (
            <Row key={preference.kind} preference={preference} onSaved={onSaved} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Row({ preference, onSaved }: { preference: Preference; onSaved: () => void }) {
  const { kind } = preference;
  const description = t(NOTIFICATION_KINDS[kind]);
  const [, save] = useMutation(SET_PREFERENCES);
  /** Until it is saved, or refused. */
  const [changed, setChanged] = useState<Partial<Preference>>({});
  const { listed, email, push } = { ...preference, ...changed };
  const change = async (changes: Partial<Preference>) => {
    setChanged((before) => ({ ...before, ...changes }));
    const failure = failureOf(await save({ input: { preferences: [{ kind, ...changes }] } }));
    if (failure) {
      setChanged({});
      showFailure(failure);
    } else {
      showDone(t`Saved`);
      onSaved();
    }
  };
  return (
    <Table.Tr>
      <Table.Td>{description}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={t`In the dashboard: ${description}`}
          checked={listed}
          onChange={({ currentTarget }) => void change({ listed: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <Select
          size="xs"
          aria-label={t`By e-mail: ${description}`}
          data={FREQUENCIES.map((value) => ({ value, label: t(EMAIL[value]) }))}
          value={email}
          onChange={(value) => {
            const chosen = oneOf(FREQUENCIES, value);
            if (chosen && chosen !== email) void change({ email: chosen });
          }}
          allowDeselect={false}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={t`Push: ${description}`}
          checked={push}
          onChange={({ currentTarget }) => void change({ push: currentTarget.checked })}
        />
      </Table.Td>
    </Table.Tr>
  );
}
