import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { DETACH, type ManagedUser } from './managed-users.operations.js';

export function Detach({ user: { id: userId, displayName } }: { user: ManagedUser }) {
  const [{ fetching }, detach] = useMutation(DETACH);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const leave = async () => {
    const failure = failureOf(await detach({ input: { userId } }));
    if (failure) return showFailure(failure);
    showDone(t`${displayName} detached`);
    await navigate({ to: '/managed-users' });
  };
  return (
    <Panel title={t`Detach`}>
      <Text size="sm" c="dimmed">
        <Trans>The client leaves your workspace. It is not deleted, and its posts stay as they are.</Trans>
      </Text>
      <Group>
        <Button color="red" loading={fetching} onClick={() => setAsking(true)}>
          <Trans>Detach</Trans>
        </Button>
      </Group>
      {asking && (
        <Confirm
          title={t`Detach ${displayName}`}
          action={t`Detach the client`}
          onConfirm={leave}
          onClose={() => setAsking(false)}
        >
          <Trans>
            You can no longer post for {displayName}. Everything through which you or others reach it ends: its
            connection link, the memberships and invitations to it, API keys, applications, webhooks, the calendar feed
            and approval links. It cannot be undone here.
          </Trans>
        </Confirm>
      )}
    </Panel>
  );
}
