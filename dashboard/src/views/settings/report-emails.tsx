import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { longDate } from '../../parts/formats.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { useIsNotified } from '../../shell/notifications.js';
import { useViewer } from '../../shell/viewer.js';
import { REPORT_EMAILS, type ReportEmail, SET_REPORT_EMAIL } from './report-emails.operations.js';

const FREQUENCIES = ['NEVER', 'WEEKLY', 'MONTHLY'] as const satisfies readonly ReportEmail['frequency'][];
const WORDS: Record<ReportEmail['frequency'], MessageDescriptor> = {
  NEVER: msg`Never`,
  WEEKLY: msg`Weekly, on Monday`,
  MONTHLY: msg`Monthly, on the first day`,
};
/** The same in brackets. */
const NOTES: Record<ReportEmail['frequency'], MessageDescriptor> = {
  NEVER: msg`never`,
  WEEKLY: msg`weekly, on Monday`,
  MONTHLY: msg`monthly, on the first day`,
};

/** How often the person gets a report of the account by e-mail. A choice is saved immediately. */
export function ReportEmails() {
  const { id, displayName } = useViewer();
  const isNotified = useIsNotified();
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: REPORT_EMAILS, pause: !isNotified });
  const [, save] = useMutation(SET_REPORT_EMAIL);
  /** Until it is saved, or refused. */
  const [changed, setChanged] = useState<ReportEmail['frequency'] | null>(null);
  const failure = failureOf(state);
  const emails = data?.reportEmails;
  const own = emails?.find(({ accountId }) => accountId === id);
  const others = (emails ?? []).filter(({ accountId }) => accountId !== id);
  const links = others.map(({ accountId, accountName, frequency }, index) => (
    <span key={accountId}>
      {index > 0 && ', '}
      <a href={`/settings/notifications?account=${accountId}`}>{accountName}</a> ({t(NOTES[frequency])})
    </span>
  ));
  const change = async (frequency: ReportEmail['frequency']) => {
    setChanged(frequency);
    const refusal = failureOf(await save({ input: { frequency } }));
    setChanged(null);
    if (refusal) showFailure(refusal);
    else showDone(t`Saved`);
    refresh();
  };
  return (
    <Panel title={t`Reports by e-mail`}>
      <Text size="sm" c="dimmed" maw="40rem">
        <Trans>
          What the posts of the week or month before achieved, at 08:00 in the time zone of the account. Without a post
          in that time, no e-mail is sent.
        </Trans>
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {emails && (
        <Select
          label={t`Report of ${displayName}`}
          description={own?.nextOn ? t`Next on ${longDate(own.nextOn)}` : undefined}
          maw="20rem"
          data={FREQUENCIES.map((value) => ({ value, label: t(WORDS[value]) }))}
          value={changed ?? own?.frequency ?? 'NEVER'}
          onChange={(value) => {
            const chosen = oneOf(FREQUENCIES, value);
            if (chosen && chosen !== (own?.frequency ?? 'NEVER')) void change(chosen);
          }}
          allowDeselect={false}
        />
      )}
      {others.length > 0 && (
        <Text size="sm">
          <Trans>You also get reports of {links}.</Trans>
        </Text>
      )}
    </Panel>
  );
}
