import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useSession } from '../../api/session.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { LEAVE } from './members.operations.js';

/** Ends the membership of the person who is signed in. */
export function LeaveAccount() {
  const { displayName, accounts } = useViewer();
  const { actFor } = useSession();
  const [{ fetching }, leave] = useMutation(LEAVE);
  const [asking, setAsking] = useState(false);
  const isOnlyOne = accounts.length <= 1;
  const end = async () => {
    const failure = failureOf(await leave({}));
    if (failure) return showFailure(failure);
    actFor(null);
    showDone(t`You left ${displayName}`);
  };
  return (
    <Panel title={t`Leave`}>
      <Text size="sm" c="dimmed">
        <Trans>You can no longer work in {displayName}. What you wrote and scheduled stays there.</Trans>
        {isOnlyOne && ` ${t`You work in no other account, so your login is removed, too.`}`}
      </Text>
      <Group>
        <Button color="red" variant="outline" loading={fetching} onClick={() => setAsking(true)}>
          <Trans>Leave {displayName}</Trans>
        </Button>
      </Group>
      {asking && (
        <Confirm title={t`Leave ${displayName}`} action={t`Leave`} onConfirm={end} onClose={() => setAsking(false)}>
          <Trans>To come back, you need a new invitation.</Trans>
          {isOnlyOne && ` ${t`Your login is removed, and you are signed out.`}`}
        </Confirm>
      )}
    </Panel>
  );
}
