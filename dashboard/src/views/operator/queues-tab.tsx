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
          <Panel title="Queues">
            <Rows
              label="Queues"
              none="No queue has jobs."
              head={['Queue', 'Platform', 'Waiting', 'Since', 'Retrying', 'Scheduled', 'Active', 'Stuck', 'Failed']}
              rows={data.queues.map((one) => ({
                key: `${one.queue} ${one.platform}`,
                cells: [
                  ...[one.queue, one.platform ? platformName(one.platform) : '', one.waiting, since(one.oldestWaiting)],
                  ...[one.retrying, one.scheduled, one.active, one.stuck, one.failed],
                ],
              }))}
            />
          </Panel>
          <Panel title="E-mails">
            <Rows
              label="E-mails"
              none="No e-mail waits."
              head={['To', 'About', 'State', 'Attempts', 'Queued', 'Next attempt', 'Last failure']}
              rows={data.mails.map((one) => ({
                key: one.id,
                cells: [
                  ...[one.to, one.about, one.state, one.attempts],
                  ...[since(one.queuedAt), since(one.nextAttemptAt), one.error ?? ''],
                ],
              }))}
            />
          </Panel>
          <Panel title="Processes">
            <Rows
              label="Processes"
              none="No process is connected."
              head={['Process', 'Roles', 'Version', 'Connected since', 'Last fetch']}
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
  const change = async (run: typeof pause | typeof resume) => {
    const failure = failureOf(await run({}));
    if (failure) showFailure(failure);
    onChanged();
  };
  return (
    <Panel
      title="Publishing"
      actions={
        pausedSince ? (
          <Button variant="default" onClick={() => change(resume)}>
            Resume
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            Pause
          </Button>
        )
      }
    >
      <Text>
        {pausedSince ? (
          <>
            Paused since <Time at={pausedSince} />.
          </>
        ) : pausedByConfiguration ? (
          'Paused by PUBLISH_PAUSED, which is set for the workers.'
        ) : (
          'On.'
        )}{' '}
        {!workersRunning && silentWorkers.length === 0 && 'No worker is running. '}
        {silentWorkers.length > 0 && `${formatList(silentWorkers)}: connected without fetching, see the log. `}
        {duePosts} posts are due
        {oldestDueSince && (
          <>
            , the oldest since <Time at={oldestDueSince} />
          </>
        )}
        . {waitingMails} e-mails wait. {stuckJobs} jobs are stuck.
      </Text>
      {asking && (
        <Confirm
          title="Pause publishing"
          action="Pause publishing"
          onClose={() => setAsking(false)}
          onConfirm={() => change(pause)}
        >
          Due posts of all accounts wait until publishing is resumed. Everything else goes on.
        </Confirm>
      )}
    </Panel>
  );
}
