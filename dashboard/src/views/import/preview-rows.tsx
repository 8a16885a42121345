import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import type { Column, Preview, PreviewRow, Problem } from './import.operations.js';

const AT_ONCE = 50;

const isInvalid = ({ problems }: PreviewRow) => problems.some(({ isWarning }) => !isWarning);

/** The rows of a file, with what each becomes and what is wrong with it. */
export function PreviewRows({ preview: { rows, columns, totals } }: { preview: Preview }) {
  const [onlyInvalid, setOnlyInvalid] = useState(false);
  const [shown, setShown] = useState(AT_ONCE);
  const listed = onlyInvalid ? rows.filter(isInvalid) : rows;
  return (
    <Stack gap="xs">
      {totals.invalid > 0 && (
        <Switch
          label={t`Only rows with problems`}
          checked={onlyInvalid}
          onChange={({ currentTarget }) => setOnlyInvalid(currentTarget.checked)}
        />
      )}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Rows`}>
        {listed.slice(0, shown).map((row) => (
          <Row key={row.number} row={row} columns={columns} />
        ))}
      </Stack>
      {listed.length > shown && (
        <Group>
          <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
            <Trans>Show more rows</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Row({ row, columns }: { row: PreviewRow; columns: readonly Column[] }) {
  const { number, excerpt, accounts, labels, files, problems } = row;
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="wrap">
        <Text fw={600} miw={0} flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed" size="sm">
            <Trans>Row {number}</Trans>{' '}
          </Text>
          <bdi>{excerpt}</bdi>
        </Text>
        <Outcome row={row} />
      </Group>
      <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {[
          ...accounts.map(({ platform, username }) => t`${username} on ${platformName(platform)}`),
          ...labels.map((label) => `#${label}`),
          ...(files.length > 0 ? [plural(files.length, { one: '# file', other: '# files' })] : []),
        ].join(' · ')}
      </Text>
      {problems.length > 0 && (
        <Stack component="ul" gap={2} p={0} m={0} mt="xs" style={{ listStyle: 'none' }}>
          {problems.map((problem) => (
            <ProblemLine
              key={`${problem.column} ${problem.value} ${problem.wrong}`}
              problem={problem}
              columns={columns}
            />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function Outcome({ row }: { row: PreviewRow }) {
  if (row.postGroupId)
    return (
      <Badge color="gray">
        <Trans>Imported before</Trans>
      </Badge>
    );
  if (isInvalid(row))
    return (
      <Badge color="red">
        <Trans>Problem</Trans>
      </Badge>
    );
  if (row.outcome === 'QUEUED')
    return (
      <Badge variant="light">
        <Trans>Queue</Trans>
      </Badge>
    );
  const time = row.scheduledTime && <Time at={row.scheduledTime} />;
  return (
    <Badge variant="light" color={row.outcome === 'DRAFT' ? 'gray' : undefined} tt="none">
      {row.outcome === 'DRAFT' ? t`Draft` : t`Scheduled`} {time}
    </Badge>
  );
}

function ProblemLine({ problem, columns }: { problem: Problem; columns: readonly Column[] }) {
  const { column, value, wrong, fix, isWarning } = problem;
  const header = columns.find((one) => one.column === column)?.header;
  return (
    <Text component="li" size="sm" c={isWarning ? undefined : 'red'} style={{ overflowWrap: 'anywhere' }}>
      {isWarning && `${t`Warning:`} `}
      {header && `${header}: `}
      {/* A part of a sentence of the service, which is in English. */}
      {!header && !value && 'The row '}
      {value && (
        <>
          “<bdi>{value}</bdi>”{' '}
        </>
      )}
      {wrong}. {fix}.
    </Text>
  );
}
