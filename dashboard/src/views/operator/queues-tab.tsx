import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Confirm } from '../../parts/confirm.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { formatList } from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { PAUSE, QUEUES, RESUME, type Status } from './operator.operations.js';
import { Rows } from './rows.js';

const since = (at: string | null) => (at === null ? '' : <Time at={at} />);

/** Publishing as a whole, queues, e-mails and processes. */
export function QueuesTab() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: QUEUES, variables: {} });
  const failure = failureOf(state);
  return (
    <Stack>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data && (
        <>
          <Publishing status={data.status} onChanged={refresh} />
          <Panel title={t`Queues`}>
            <Rows
              label={t`Queues`}
              none={t`No queue has jobs.`}
              head={[
                t`Queue`,
                t`Platform`,
                t`Waiting`,
                t`Since`,
                t`Retrying`,
                t`Scheduled`,
                t`Active`,
                t`Stuck`,
                t`Failed`,
              ]}
              rows={data.queues.map((one) => ({
                key: `${one.queue} ${one.platform}`,
                cells: [
                  ...[one.queue, one.platform ? platformName(one.platform) : '', one.waiting, since(one.oldestWaiting)],
                  ...[one.retrying, one.scheduled, one.active, one.stuck, one.failed],
                ],
              }))}
            />
          </Panel>
          <Panel title={t`E-mails`}>
            <Rows
              label={t`E-mails`}
              none={t`No e-mail waits.`}
              head={[
                t({ message: 'To', context: 'e-mail' }),
                t({ message: 'About', context: 'e-mail' }),
                t`State`,
                t`Attempts`,
                t`Queued`,
                t`Next attempt`,
                t`Last failure`,
              ]}
              rows={data.mails.map((one) => ({
                key: one.id,
                cells: [
                  ...[one.to, one.about, one.state, one.attempts],
                  ...[since(one.queuedAt), since(one.nextAttemptAt), one.error ?? ''],
                ],
              }))}
            />
          </Panel>
          <Panel title={t`Processes`}>
            <Rows
              label={t`Processes`}
              none={t`No process is connected.`}
              head={[t`Process`, t`Roles`, t`Version`, t`Connected since`, t`Last fetch`]}
              rows={data.status.processes.map((one) => ({
                key: one.name,
                cells: [one.name, one.roles, one.version, since(one.connectedSince), since(one.lastFetch)],
              }))}
            />
          </Panel>
        </>
      )}
    </Stack>
  );
}

function Publishing({ status, onChanged }: { status: Status; onChanged: () => void }) {
  const [, pause] = useMutation(PAUSE);
  const [, resume] = useMutation(RESUME);
  const [asking, setAsking] = useState(false);
  const { pausedSince, pausedByConfiguration, workersRunning, silentWorkers } = status;
  const { duePosts, oldestDueSince, waitingMails, stuckJobs } = status;
  const due = plural(duePosts, { one: '# post is due', other: '# posts are due' });
  const change = async (run: typeof pause | typeof resume) => {
    const failure = failureOf(await run({}));
    if (failure) showFailure(failure);
    onChanged();
  };
  return (
    <Panel
      title={t`Publishing`}
      actions={
        pausedSince ? (
          <Button variant="default" onClick={() => change(resume)}>
            <Trans>Resume</Trans>
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            <Trans>Pause</Trans>
          </Button>
        )
      }
    >
      <Text>
        {pausedSince ? (
          <Trans>
            Paused since <Time at={pausedSince} />.
          </Trans>
        ) : pausedByConfiguration ? (
          t`Paused by PUBLISH_PAUSED, which is set for the workers.`
        ) : (
          t`On.`
        )}{' '}
        {!workersRunning && silentWorkers.length === 0 && `${t`No worker is running.`} `}
        {silentWorkers.length > 0 && `${t`${formatList(silentWorkers)}: connected without fetching, see the log.`} `}
        {oldestDueSince ? (
          <Trans>
            {due}, the oldest since <Time at={oldestDueSince} />.
          </Trans>
        ) : (
          `${due}.`
        )}{' '}
        {plural(waitingMails, { one: '# e-mail waits.', other: '# e-mails wait.' })}{' '}
        {plural(stuckJobs, { one: '# job is stuck.', other: '# jobs are stuck.' })}
      </Text>
      {asking && (
        <Confirm
          title={t`Pause publishing`}
          action={t`Pause publishing`}
          onClose={() => setAsking(false)}
          onConfirm={() => change(pause)}
        >
          <Trans>Due posts of all accounts wait until publishing is resumed. Everything else goes on.</Trans>
        </Confirm>
      )}
    </Panel>
  );
}
