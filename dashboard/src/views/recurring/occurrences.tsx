import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useLiveQuery } from '../../api/live-query.js';
import { excerpt } from '../../parts/excerpt.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { shortTime } from '../../parts/formats.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { showDone } from '../../parts/show-done.js';
import { Time, useTimeZone } from '../../parts/time.js';
import { useRun } from '../../parts/use-run.js';
import { OCCURRENCES, type Occurrence, RESTORE_OCCURRENCE, SKIP_OCCURRENCE } from './recurring.operations.js';

/** Posts that are loaded at once. */
const PAGE_SIZE = 10;
const MOST = 80;
/** What was missed is shown for so long. */
const BACK_MS = 14 * 24 * 3_600_000;
/** A post is created a moment after a change. */
const LOOK_MS = 5_000;

interface OccurrencesProps {
  recurrenceId: string;
  mayWrite: boolean;
  /** Changes this occurrence and the following ones. */
  onChange: (from: string) => void;
}

/** The posts of a recurrence: those of the last days, those to come, and the times that follow. */
export function Occurrences({ recurrenceId, mayWrite, onChange }: OccurrencesProps) {
  const [from] = useState(() => new Date(Date.now() - BACK_MS).toISOString());
  const [first, setFirst] = useState(PAGE_SIZE);
  const query = { query: OCCURRENCES, variables: { id: recurrenceId, first, from } };
  const { data, failure, refresh } = useLiveQuery(query, LOOK_MS);
  const { occurrences, nextTimes = [] } = data?.recurrence ?? {};
  if (failure) return <FailureNotice failure={failure} onRetry={refresh} />;
  if (!occurrences) return <Loading />;
  const { hasNextPage } = occurrences.pageInfo;
  return (
    <Stack gap="xs">
      <Stack component="ol" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Its posts`}>
        {occurrences.edges.map(({ node }) => (
          <Row key={node.occursAt} {...{ recurrenceId, occurrence: node, mayWrite, onChange }} onDone={refresh} />
        ))}
        {!hasNextPage &&
          nextTimes.map((at) => (
            <Text component="li" key={at} size="sm" c="dimmed">
              <Trans>
                <Time at={at} /> · its post is created later
              </Trans>
            </Text>
          ))}
      </Stack>
      {hasNextPage && first < MOST && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setFirst(first + PAGE_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface RowProps extends OccurrencesProps {
  occurrence: Occurrence;
  onDone: () => void;
}

function Row({ recurrenceId, occurrence, mayWrite, onChange, onDone }: RowProps) {
  const { occursAt, state, problem, postGroup } = occurrence;
  const timeZone = useTimeZone();
  const { run, running } = useRun();
  const [, skip] = useMutation(SKIP_OCCURRENCE);
  const [, restore] = useMutation(RESTORE_OCCURRENCE);
  const isPast = Date.parse(occursAt) <= Date.now();
  const isUnsent = postGroup && (postGroup.status === 'SCHEDULED' || postGroup.status === 'DRAFT');
  const at = shortTime(occursAt, timeZone);
  const change = async (action: Parameters<typeof run>[0], done: string) => {
    if (!(await run(action))) return;
    showDone(done);
    onDone();
  };
  const input = { recurrenceId, occursAt };
  const create = () =>
    change(
      async () =>
        failureOf(await restore({ input: { ...input, ...(isPast && { scheduledTime: new Date().toISOString() }) } })),
      isPast ? t`The post goes out now` : t`The post is planned again`,
    );
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Stack gap={0} miw={0} flex="1 1 14rem">
        <Text size="sm">
          <Time at={occursAt} />
          {state === 'SKIPPED' && ` · ${t`skipped`}`}
          {state === 'MISSED' && ` · ${t`missed`}`}
          {postGroup?.status === 'DRAFT' && ` · ${t`draft`}`}
          {postGroup?.recurrence?.edited && isUnsent && ` · ${t`edited`}`}
        </Text>
        {postGroup && (
          <PageLink size="sm" to="/posts/$postGroupId" params={{ postGroupId: postGroup.id }}>
            {excerpt(postGroup.content, 60)}
          </PageLink>
        )}
        {problem && (
          <Text size="sm" c="dimmed">
            {problem.message}
          </Text>
        )}
      </Stack>
      {mayWrite && (
        <Group gap="xs">
          {isUnsent && !isPast && (
            <>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t`Change from here on: ${at}`}
                onClick={() => onChange(occursAt)}
              >
                <Trans>Change from here on</Trans>
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                loading={running}
                aria-label={t`Skip ${at}`}
                onClick={() => change(async () => failureOf(await skip({ input })), t`Skipped`)}
              >
                <Trans>Skip</Trans>
              </Button>
            </>
          )}
          {!postGroup && (state === 'MISSED' || !isPast) && (
            <Button
              size="compact-xs"
              variant="default"
              loading={running}
              aria-label={isPast ? t`Publish now ${at}` : t`Restore ${at}`}
              onClick={create}
            >
              {isPast ? t`Publish now` : t`Restore`}
            </Button>
          )}
        </Group>
      )}
    </Group>
  );
}
