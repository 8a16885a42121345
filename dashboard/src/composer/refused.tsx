import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import type { Failure } from '../api/failure.js';
import { FailureNotice } from '../parts/failure-notice.js';

interface RefusedProps {
  failure: Failure;
  onAsk: () => void;
}

/** Why the post was not stored or sent. If it needs an approval, the action that asks for it. */
export const Refused = ({ failure, onAsk }: RefusedProps) =>
  failure.code === 'APPROVAL_REQUIRED' ? (
    <Alert
      role="alert"
      color="orange"
      icon={<AlertIcon />}
      title={t`This post needs an approval first`}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>Posts of this account are scheduled once another person has approved them.</Trans>
        </Text>
        <Button size="xs" variant="default" onClick={onAsk}>
          <Trans>Ask for approval</Trans>
        </Button>
      </Stack>
    </Alert>
  ) : (
    <FailureNotice failure={failure} />
  );
