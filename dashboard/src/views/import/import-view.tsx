import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { type DragEvent, useState } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../../api/graphql.js';
import { ButtonLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Time } from '../../parts/time.js';
import { IMPORTS } from './import.operations.js';
import { type GivenFile, ImportFile } from './import-file.js';

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

/** Posts from a file: choose it, look at what would happen, and import it. */
export function ImportView() {
  const [file, setFile] = useState<GivenFile | null>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = async (chosen: File | null | undefined) => {
    if (chosen) setFile({ name: chosen.name, base64: await base64Of(chosen) });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  return (
    <Page title={t`Import posts`}>
      <Paper
        withBorder
        p="lg"
        style={{ borderStyle: 'dashed', borderColor: isOver ? 'var(--mantine-primary-color-filled)' : undefined }}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Stack align="center" gap="xs">
          <Text fw={600} ta="center" style={{ overflowWrap: 'anywhere' }}>
            {file ? file.name : t`Drop a CSV file here`}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            <Trans>One row for each post, with a text, accounts, and a time if it has one. At most 1,000 rows.</Trans>
          </Text>
          <FileButton accept={ACCEPTED} onChange={(chosen) => void choose(chosen)}>
            {(props) => (
              <Button {...props} variant={file ? 'default' : 'filled'} leftSection={<UploadIcon />}>
                {file ? t`Choose another file` : t`Choose a file`}
              </Button>
            )}
          </FileButton>
        </Stack>
      </Paper>
      {file ? <ImportFile key={`${file.name} ${file.base64.length}`} file={file} /> : <EarlierImports />}
    </Page>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

type Import = NonNullable<ResultOf<typeof IMPORTS>['imports']>['edges'][number]['node'];

const STATES: Record<Import['status'], (counts: Import['counts']) => string> = {
  RUNNING: ({ created, rows }) => t`${created} of ${rows} posts, running`,
  DONE: ({ created, rows }) => t`${created} of ${rows} posts`,
  UNDOING: ({ created, rows }) => t`${created} of ${rows} posts, being undone`,
  UNDONE: ({ created, rows }) => t`${created} of ${rows} posts, undone`,
};

function EarlierImports() {
  const [{ data }] = useQuery({ query: IMPORTS, requestPolicy: 'cache-and-network' });
  const imports = data?.imports?.edges.map(({ node }) => node) ?? [];
  if (imports.length === 0) return null;
  return (
    <Panel title={t`Earlier imports`}>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {imports.map(({ id, fileName, status, createdAt, counts }) => (
          <Group key={id} component="li" justify="space-between" wrap="wrap">
            <Stack gap={0} miw={0}>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {fileName}
              </Text>
              <Text size="sm" c="dimmed">
                <Time at={createdAt} /> · {STATES[status](counts)}
              </Text>
            </Stack>
            <ButtonLink to="/import/$importId" params={{ importId: id }} size="xs" variant="default">
              <Trans context="noun">Report</Trans>
            </ButtonLink>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
