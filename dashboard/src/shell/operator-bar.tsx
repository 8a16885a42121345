import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useMutation } from 'urql';
import { failureOf, isWithoutSession } from '../api/failure.js';
import { showFailure } from '../parts/failure-notice.js';
import { Time } from '../parts/time.js';
import { SIGN_OUT, useViewer } from './viewer.js';

/** On every page, while an operator of the service is signed in as the account. It is left when its time has elapsed. */
export function OperatorBar() {
  const { displayName, email, operatorSession } = useViewer();
  const [{ fetching }, signOut] = useMutation(SIGN_OUT);
  const leave = useCallback(async () => {
    const failure = failureOf(await signOut({}));
    if (failure && !isWithoutSession(failure)) return showFailure(failure);
    // A fresh page: nothing of the account that was left is shown, or still on its way.
    window.location.assign('/operator');
  }, [signOut]);
  const endsAt = operatorSession?.expiresAt;
  useEffect(() => {
    if (!endsAt) return undefined;
    const timer = setTimeout(leave, Date.parse(endsAt) - Date.now());
    return () => clearTimeout(timer);
  }, [endsAt, leave]);
  if (!operatorSession) return null;
  return (
    <Alert color="orange" mb="md" p="xs" role="status">
      <Group justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {operatorSession.mayWrite ? (
            <Trans>
              You are signed in as <b>{displayName}</b> ({email}), with changes allowed, until{' '}
              <Time at={operatorSession.expiresAt} />.
            </Trans>
          ) : (
            <Trans>
              You are signed in as <b>{displayName}</b> ({email}), to read only, until{' '}
              <Time at={operatorSession.expiresAt} />.
            </Trans>
          )}
        </Text>
        <Button size="xs" variant="default" loading={fetching} onClick={leave}>
          <Trans>Leave</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
