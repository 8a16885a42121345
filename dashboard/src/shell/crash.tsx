import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Code, Container, Stack, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';

/** Replaces a view that failed: because of a bug, or because an update of the service removed its file. */
export function Crash({ error }: ErrorComponentProps) {
  return (
    <Container py="xl" size="sm">
      <Alert role="alert" color="red" title={t`This page does not work`}>
        <Stack gap="xs" align="flex-start">
          <Text>
            <Trans>Load it again. If it goes on, report this to the operator of the service:</Trans>
          </Text>
          <Code block w="100%">
            {error instanceof Error ? error.message : String(error)}
          </Code>
          <Button variant="default" onClick={() => location.reload()}>
            <Trans>Load again</Trans>
          </Button>
        </Stack>
      </Alert>
    </Container>
  );
}
