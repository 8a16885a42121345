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
    showDone(`You left ${displayName}`);
  };
  return (
    <Panel title="Leave">
      <Text size="sm" c="dimmed">
        You can no longer work in {displayName}. What you wrote and scheduled stays there.
        {isOnlyOne && ' You work in no other account, so your login is removed, too.'}
      </Text>
      <Group>
        <Button color="red" variant="outline" loading={fetching} onClick={() => setAsking(true)}>
          Leave {displayName}
        </Button>
      </Group>
      {asking && (
        <Confirm title={`Leave ${displayName}`} action="Leave" onConfirm={end} onClose={() => setAsking(false)}>
          To come back, you need a new invitation.
          {isOnlyOne && ' Your login is removed, and you are signed out.'}
        </Confirm>
      )}
    </Panel>
  );
}
