import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { CopyField } from '../../parts/copy-field.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Panel } from '../../parts/panel.js';
import { CREATE_KEY } from './managed-users.operations.js';

/** A user has at most one key. */
export function Key({ userId }: { userId: string }) {
  const [{ data, fetching }, createKey] = useMutation(CREATE_KEY);
  const [asking, setAsking] = useState(false);
  const create = async () => {
    const failure = failureOf(await createKey({ input: { userId } }));
    if (failure) showFailure(failure);
  };
  const rawKey = data?.createManagedUserKey?.rawKey;
  return (
    <Panel title={t`API key`}>
      <Text size="sm" c="dimmed">
        <Trans>
          A program with this key acts only for this user. Your own key can act for this user, too: see the
          documentation of the API.
        </Trans>
      </Text>
      {rawKey && <CopyField label={t`The key`} description={t`It is shown only now.`} value={rawKey} />}
      <Group>
        <Button variant="default" loading={fetching} onClick={() => setAsking(true)}>
          <Trans>Create a key</Trans>
        </Button>
      </Group>
      {asking && (
        <Confirm title={t`Create a key`} action={t`Create it`} onConfirm={create} onClose={() => setAsking(false)}>
          <Trans>
            If the user already has a key, that one stops working immediately. Create a key also to revoke one.
          </Trans>
        </Confirm>
      )}
    </Panel>
  );
}
