import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { formatNumber } from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { TIME_ZONES, useTimeZone } from '../../parts/time.js';
import { ColumnChoices } from './column-choices.js';
import { IMPORT_POSTS, type ImportInput, PREVIEW_IMPORT, type Preview } from './import.operations.js';
import { PreviewRows } from './preview-rows.js';

export interface GivenFile {
  name: string;
  base64: string;
}

const DATE_FORMATS = ['DAY_FIRST', 'MONTH_FIRST'] as const;
const WITHOUT_TIME = ['DRAFT', 'NEXT_FREE'] as const;

/** What a file would become, how it is read, and the button that imports it. */
export function ImportFile({ file }: { file: GivenFile }) {
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Partial<ImportInput>>({});
  const input = useMemo(() => ({ base64: file.base64, timeZone, ...chosen }), [file, timeZone, chosen]);
  const [{ data, fetching, ...state }, retry] = useQuery({
    query: PREVIEW_IMPORT,
    variables: { input },
    requestPolicy: 'network-only',
  });
  const [{ fetching: starting }, importPosts] = useMutation(IMPORT_POSTS);
  const choose = (change: Partial<ImportInput>) => setChosen({ ...chosen, ...change });
  const start = async () => {
    const result = await importPosts({ input: { ...input, fileName: file.name, skipInvalid: true } });
    const failure = failureOf(result);
    if (failure) return showFailure(failure);
    const importId = result.data?.importPosts?.import.id;
    if (importId) void navigate({ to: '/import/$importId', params: { importId } });
  };
  const failure = fetching ? null : failureOf(state);
  const preview = data?.previewImport;
  const newLabels = preview?.newLabels.join(', ');
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={() => retry({ requestPolicy: 'network-only' })} />}
      {!preview && !failure && <Loading />}
      {preview && (
        <>
          <Panel title={t`How the file is read`}>
            <ColumnChoices columns={preview.columns} onChoose={(columns) => choose({ columns })} />
            {!preview.columns.some(({ field }) => field === 'TEXT' || field === 'PLATFORM_TEXT') && (
              <Text role="alert" size="sm" c="var(--mantine-color-error)">
                <Trans>No column has the text of the posts. Choose the one that has it.</Trans>
              </Text>
            )}
            <Group align="end">
              <Select
                label={t`Time zone of its times`}
                w="16rem"
                searchable
                allowDeselect={false}
                data={TIME_ZONES}
                value={preview.timeZone}
                onChange={(zone) => zone && choose({ timeZone: zone })}
              />
              <Select
                label={t`Dates such as 01/02/2027`}
                w="16rem"
                clearable
                placeholder={t`None are in the file`}
                data={[
                  { value: 'DAY_FIRST', label: t`Day first: 1 February` },
                  { value: 'MONTH_FIRST', label: t`Month first: 2 January` },
                ]}
                value={chosen.dateFormat ?? null}
                onChange={(value) => choose({ dateFormat: oneOf(DATE_FORMATS, value) ?? null })}
              />
              <Select
                label={t`Rows without a time`}
                w="16rem"
                allowDeselect={false}
                data={[
                  { value: 'DRAFT', label: t`Become drafts` },
                  { value: 'NEXT_FREE', label: t`Join the queue` },
                ]}
                value={chosen.withoutTime ?? 'DRAFT'}
                onChange={(value) => choose({ withoutTime: oneOf(WITHOUT_TIME, value) ?? 'DRAFT' })}
              />
            </Group>
            <Checkbox
              label={t`Create labels that do not exist`}
              checked={chosen.createLabels ?? false}
              onChange={({ currentTarget }) => choose({ createLabels: currentTarget.checked })}
            />
          </Panel>
          <Panel title={t`What will happen`}>
            <Stack gap="xs">
              <Text role="status">{summaryOf(preview)}</Text>
              {preview.newLabels.length > 0 && (
                <Text size="sm">
                  <Trans>New labels: {newLabels}</Trans>
                </Text>
              )}
              <Group>
                <Button
                  loading={starting}
                  disabled={preview.totals.ready === 0 || fetching}
                  onClick={() => void start()}
                >
                  {actionOf(preview)}
                </Button>
              </Group>
            </Stack>
            <PreviewRows preview={preview} />
          </Panel>
        </>
      )}
    </>
  );
}

function actionOf({ totals: { ready, invalid } }: Preview): string {
  if (ready === 0) return t`No rows to import`;
  const skipped = formatNumber(invalid);
  return invalid > 0
    ? plural(ready, { one: `Import # post and skip ${skipped}`, other: `Import # posts and skip ${skipped}` })
    : plural(ready, { one: 'Import # post', other: 'Import # posts' });
}

function summaryOf({ totals }: Preview): string {
  const { scheduled, queued, drafts, invalid, imported } = totals;
  const list = [
    ...(scheduled > 0 ? [t`${formatNumber(scheduled)} to be scheduled`] : []),
    ...(queued > 0 ? [t`${formatNumber(queued)} to join the queue`] : []),
    ...(drafts > 0 ? [t`${formatNumber(drafts)} to be drafts`] : []),
    ...(imported > 0 ? [t`${formatNumber(imported)} imported before`] : []),
    ...(invalid > 0 ? [t`${formatNumber(invalid)} with problems`] : []),
  ].join(', ');
  return plural(totals.rows, { one: `# row: ${list}.`, other: `# rows: ${list}.` });
}
