import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Paper, Progress, Stack, Switch, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { saveCsv } from '../../parts/csv.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { formatNumber } from '../../parts/formats.js';
import { ButtonLink, PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { IMPORT, IMPORT_CSV } from './import.operations.js';
import { UndoImport } from './undo-import.js';

const route = getRouteApi('/signed-in/import/$importId');
/** While an import runs, its progress is read this often. */
const EVERY_MS = 1_500;
const STATUSES = {
  PENDING: { word: msg`Waiting`, color: 'gray' },
  CREATED: { word: msg`Imported`, color: 'green' },
  SKIPPED: { word: msg`Skipped`, color: 'yellow' },
  FAILED: { word: msg`Failed`, color: 'red' },
  REMOVED: { word: msg`Removed`, color: 'gray' },
  KEPT: { word: msg`Stayed`, color: 'blue' },
} as const;

/** The progress of an import, and what became of each row. */
export function ImportReport() {
  const { importId: id } = route.useParams();
  const [after, setAfter] = useState<string | null>(null);
  const [onlyKept, setOnlyKept] = useState(false);
  const [{ data, ...state }, refresh] = useRefetchingQuery({
    query: IMPORT,
    variables: { id, after, statuses: onlyKept ? ['KEPT'] : null },
    requestPolicy: 'cache-and-network',
  });
  const found = data?.import;
  const isRunning = found?.status === 'RUNNING';
  const isUndoing = found?.status === 'UNDOING';
  const isChanging = isRunning || isUndoing;
  const isUndone = isUndoing || found?.status === 'UNDONE';
  const mayUndo = useMay('DRAFT') && !isUndone;
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(refresh, EVERY_MS);
    return () => clearInterval(timer);
  }, [isChanging, refresh]);
  const failure = failureOf(state);
  const { rows = 0, pending = 0, created = 0, skipped = 0, failed = 0, removed = 0, kept = 0 } = found?.counts ?? {};
  const { hasNextPage = false, endCursor } = found?.rows.pageInfo ?? {};
  return (
    <Page
      title={found ? t`Import of ${found.fileName}` : t`Import`}
      actions={
        found && (
          <>
            {mayUndo && <UndoImport id={id} isRunning={isRunning} onUndo={refresh} />}
            <Download id={id} />
          </>
        )
      }
    >
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data && !found && (
        <Empty
          title={t`There is no such import`}
          action={
            <ButtonLink to="/import">
              <Trans>Import posts</Trans>
            </ButtonLink>
          }
        >
          <Trans>Reports are deleted after 90 days. The posts stay.</Trans>
        </Empty>
      )}
      {found && (
        <>
          <Stack gap="xs">
            <Text role="status">
              {isRunning && `${t`Importing.`} `}
              {isUndoing && `${t`Undoing.`} `}
              {found.status === 'UNDONE' && `${t`Undone.`} `}
              {isUndone
                ? t`${formatNumber(removed)} of ${formatNumber(rows)} posts removed`
                : t`${formatNumber(created)} of ${formatNumber(rows)} posts imported`}
              {isUndone && kept > 0 && `, ${t`${formatNumber(kept)} stayed`}`}
              {!isUndone && removed > 0 && `, ${t`${formatNumber(removed)} removed`}`}
              {skipped > 0 && `, ${t`${formatNumber(skipped)} skipped`}`}
              {failed > 0 && `, ${t`${formatNumber(failed)} failed`}`}.
            </Text>
            {isChanging && (
              <Progress
                value={(100 * (rows - (isUndoing ? created : pending))) / Math.max(rows, 1)}
                animated
                aria-label={isUndoing ? t`Progress of undoing` : t`Progress of the import`}
              />
            )}
            {kept > 0 && (
              <Switch
                label={t`Only posts that stayed`}
                checked={onlyKept}
                onChange={({ currentTarget }) => {
                  setAfter(null);
                  setOnlyKept(currentTarget.checked);
                }}
              />
            )}
            {found.status === 'DONE' && skipped + failed > 0 && (
              <Text size="sm" c="dimmed">
                <Trans>Fix what is wrong and import the file again: rows that are imported stay as they are.</Trans>
              </Text>
            )}
          </Stack>
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Rows`}>
            {found.rows.edges.map(({ node }) => (
              <Paper key={node.number} component="li" withBorder p="sm">
                <Group justify="space-between" align="flex-start" gap="xs">
                  <Text miw={0} flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
                    <Text span c="dimmed" size="sm">
                      <Trans>Row {node.number}</Trans>{' '}
                    </Text>
                    {node.groupId && node.status !== 'REMOVED' ? (
                      <PageLink to="/posts/$postGroupId" params={{ postGroupId: node.groupId }}>
                        <bdi>{node.excerpt}</bdi>
                      </PageLink>
                    ) : (
                      <bdi>{node.excerpt}</bdi>
                    )}
                  </Text>
                  <Badge variant="light" color={STATUSES[node.status].color}>
                    {t(STATUSES[node.status].word)}
                  </Badge>
                </Group>
                {node.reason && (
                  <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
                    {node.reason}
                  </Text>
                )}
              </Paper>
            ))}
          </Stack>
          {(after || hasNextPage) && (
            <Group>
              <Button variant="default" disabled={!after} onClick={() => setAfter(null)}>
                <Trans>First page</Trans>
              </Button>
              <Button variant="default" disabled={!hasNextPage} onClick={() => setAfter(endCursor ?? null)}>
                <Trans>Next page</Trans>
              </Button>
            </Group>
          )}
        </>
      )}
    </Page>
  );
}

function Download({ id }: { id: string }) {
  const client = useClient();
  const [isLoading, setIsLoading] = useState(false);
  const download = async () => {
    setIsLoading(true);
    const result = await client.query(IMPORT_CSV, { id }, { requestPolicy: 'network-only' }).toPromise();
    setIsLoading(false);
    const failure = failureOf(result);
    if (failure) return showFailure(failure);
    saveCsv('import-report.csv', result.data?.import?.reportCsv ?? '');
  };
  return (
    <Button variant="default" leftSection={<DownloadIcon />} loading={isLoading} onClick={() => void download()}>
      <Trans>Download as CSV</Trans>
    </Button>
  );
}
