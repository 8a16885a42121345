import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Select } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { SCHEDULES } from './queue.operations.js';
import { Queue } from './queue-of-schedule.js';
import { addedTimes } from './queue-search.js';
import { ScheduleForm } from './schedule-form.js';

const route = getRouteApi('/signed-in/queue');

/** Posting schedules, and the posts that wait for their times. */
export function QueueView() {
  const search = route.useSearch();
  const { schedule: chosenId } = search;
  const navigate = useNavigate();
  const { data, failure, refresh } = useLiveQuery({ query: SCHEDULES, variables: {} });
  const mayPublish = useMay('PUBLISH');
  const [isCreating, setCreating] = useState(false);
  const schedules = data?.postingSchedules?.edges.map(({ node }) => node);
  const chosen = schedules?.find(({ id }) => id === chosenId) ?? schedules?.[0];
  const added = addedTimes(search);
  const open = (id: string | undefined) => void navigate({ to: '/queue', search: { schedule: id, add: undefined } });
  return (
    <Page
      title={t`Queue`}
      filters={
        schedules &&
        schedules.length > 1 && (
          <Select
            aria-label={t`Schedule`}
            size="xs"
            data={schedules.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen?.id ?? null}
            allowDeselect={false}
            onChange={(id) => open(id ?? undefined)}
          />
        )
      }
      actions={
        mayPublish &&
        chosen && (
          <Button size="xs" variant="default" leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
            <Trans>New schedule</Trans>
          </Button>
        )
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {schedules?.length === 0 && (
        <Empty
          title={t`No schedule yet`}
          action={
            mayPublish && (
              <Button variant="default" onClick={() => setCreating(true)}>
                <Trans>Choose your times</Trans>
              </Button>
            )
          }
        >
          <Trans>
            A schedule has the times of each week at which you publish. A post that is added to its queue gets the next
            free one.
          </Trans>
        </Empty>
      )}
      {chosen && (
        <Queue
          key={chosen.id}
          schedule={chosen}
          onChanged={refresh}
          onDeleted={() => {
            open(undefined);
            refresh();
          }}
        />
      )}
      {mayPublish && added && schedules && (
        <ScheduleForm
          schedule={schedules.find(({ id }) => id === chosenId) ?? null}
          added={added}
          queued={0}
          onSaved={(id) => {
            refresh();
            open(id);
          }}
          onClose={() => open(chosenId)}
        />
      )}
      {isCreating && (
        <ScheduleForm
          schedule={null}
          queued={0}
          onSaved={(id) => {
            setCreating(false);
            refresh();
            open(id);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  );
}
