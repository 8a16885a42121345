import { Trans } from '@lingui/react/macro';
import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { AlertIcon } from '@primer/octicons-react';
import type { Failure } from '../api/failure.js';

const RequestId = ({ failure }: { failure: Failure }) =>
  failure.requestId && (
    <Text size="sm">
      <Trans>
        Request <Code>{failure.requestId}</Code>
      </Trans>
    </Text>
  );

/** A failure, shown instead of data that could not be loaded, or above a form that was refused. */
export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  return (
    <Alert role="alert" color="red" icon={<AlertIcon />} title={failure.message}>
      <Stack gap="xs" align="flex-start">
        <RequestId failure={failure} />
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Shows a message until it is closed, for an action without its own place for failures. */
export function showFailure(failure: Failure): void {
  notifications.show({
    color: 'red',
    icon: <AlertIcon />,
    title: failure.message,
    message: <RequestId failure={failure} />,
    autoClose: false,
    role: 'alert',
  });
}
