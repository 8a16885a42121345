import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useMutation } from 'urql';
import { failureOf } from '../api/failure.js';
import { graphql } from '../api/graphql.js';
import { showFailure } from '../parts/failure-notice.js';
import { useMay } from '../parts/may.js';
import { showDone } from '../parts/show-done.js';
import { Time } from '../parts/time.js';
import { useViewer } from './viewer.js';

const CANCEL_REMOVAL = graphql(`
  mutation CancelAccountRemoval {
    cancelAccountRemoval {
      viewer {
        id
        removalAt
      }
    }
  }
`);

/** On every page, while the removal of the account is pending. */
export function RemovalBanner() {
  const { removalAt } = useViewer();
  const [{ fetching }, cancel] = useMutation(CANCEL_REMOVAL);
  const mayKeep = useMay('OWN');
  if (!removalAt) return null;
  const keep = async () => {
    const failure = failureOf(await cancel({}));
    if (failure) showFailure(failure);
    else showDone(t`Your account is kept`);
  };
  return (
    <Alert color="red" icon={<AlertIcon />} title={t`This account will be removed`} mb="md" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            It is removed on <Time at={removalAt} />, with everything in it. Posts that are due later are not published.
          </Trans>
        </Text>
        {mayKeep && (
          <Button size="xs" variant="default" loading={fetching} onClick={keep}>
            <Trans>Keep the account</Trans>
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
