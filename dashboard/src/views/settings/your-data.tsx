import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useClient, useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useLiveQuery } from '../../api/live-query.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { formatSize } from '../../parts/formats.js';
import { Panel } from '../../parts/panel.js';
import { Time } from '../../parts/time.js';
import { Code, CurrentPassword } from './fields.js';
import { type AccountExport, EXPORTS, REQUEST_EXPORT } from './settings.operations.js';

/** While one is being made, it is looked at again this often. */
const EVERY_MS = 2_000;

/** An archive of everything in the account. */
export function YourData({ asksForCode }: { asksForCode: boolean }) {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const { data, failure, refresh } = useLiveQuery({ query: EXPORTS }, pending ? EVERY_MS : undefined);
  const exports = data?.accountExports?.edges.map(({ node }) => node) ?? [];
  const isPending = exports.some(({ status }) => status === 'PENDING');
  if (isPending !== pending) setPending(isPending);
  return (
    <Panel title={t`Your data`}>
      <Text size="sm" c="dimmed">
        <Trans>
          A ZIP file with your posts, files, accounts and everything else in readable form, without passwords and keys.
          It can take some minutes; we send you an e-mail when it is ready.
        </Trans>
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {exports.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Exports`}>
          {exports.map((one) => (
            <ExportItem key={one.id} accountExport={one} />
          ))}
        </Stack>
      )}
      <Group>
        <Button variant="default" disabled={isPending} onClick={() => setAsking(true)}>
          <Trans>Export everything</Trans>
        </Button>
      </Group>
      {asking && (
        <Dialog onClose={() => setAsking(false)} title={t`Export everything`}>
          <RequestExport
            asksForCode={asksForCode}
            onDone={() => {
              setAsking(false);
              refresh();
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

function RequestExport({ asksForCode, onDone }: { asksForCode: boolean; onDone: () => void }) {
  const [, request] = useMutation(REQUEST_EXPORT);
  return (
    <Form
      action={t`Export`}
      onSubmit={async ({ password = '', code }) => {
        const failure = failureOf(await request({ input: { password, code } }));
        if (!failure) onDone();
        return failure;
      }}
    >
      <CurrentPassword />
      {asksForCode && <Code />}
    </Form>
  );
}

const STATUSES = {
  PENDING: { label: msg`Being made`, color: 'blue' },
  READY: { label: msg`Ready`, color: 'green' },
  FAILED: { label: msg`Failed`, color: 'red' },
};

function ExportItem({ accountExport: { id, status, requestedAt, expiresAt, size } }: { accountExport: AccountExport }) {
  const { label, color } = STATUSES[status];
  return (
    <Group component="li" gap="sm">
      <Badge variant="light" color={color} c="var(--mantine-color-text)">
        {t(label)}
      </Badge>
      <Text size="sm">
        {status === 'READY' ? (
          <Trans>
            Requested <Time at={requestedAt} />, {megabytes(size ?? 0)}, until <Time at={expiresAt} />
          </Trans>
        ) : (
          <Trans>
            Requested <Time at={requestedAt} />
          </Trans>
        )}
      </Text>
      {status === 'READY' && <Download id={id} />}
    </Group>
  );
}

/** Its address is valid for a few minutes, so it is fetched when it is needed. */
function Download({ id }: { id: string }) {
  const client = useClient();
  const [fetching, setFetching] = useState(false);
  const download = async () => {
    setFetching(true);
    const result = await client.query(EXPORTS, {}, { requestPolicy: 'network-only' });
    setFetching(false);
    const url = result.data?.accountExports?.edges.find(({ node }) => node.id === id)?.node.url;
    const failure = failureOf(result);
    if (failure) showFailure(failure);
    else if (url) window.location.assign(url);
  };
  return (
    <Button size="xs" variant="default" leftSection={<DownloadIcon />} loading={fetching} onClick={download}>
      <Trans>Download</Trans>
    </Button>
  );
}

const megabytes = (bytes: number): string => formatSize(bytes / 1_000_000, 'megabyte', 1);
