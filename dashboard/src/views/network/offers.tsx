import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import { InfoIcon } from '@primer/octicons-react';
import type { Account } from '../../parts/accounts.js';
import { platformName } from '../../parts/platform.js';

/** Says what there is not, so that nobody searches for it. */
export const OffersNothing = ({ platform }: { platform: Account['platform'] }) => (
  <Alert
    icon={<InfoIcon />}
    title={
      platform ? t`There is nothing to show of ${platformName(platform)}` : t`There is nothing to show of this platform`
    }
  >
    <Text size="sm">
      <Trans>
        This service reads no followers, statistics, comments or reactions there: look at them on the platform. Network
        has all of these, and Threadtalk has replies.
      </Trans>
    </Text>
  </Alert>
);

export const NoStatistics = () => (
  <Text size="sm" c="dimmed">
    <Trans>The platform provides none of this account. It does for members, and not for organizations.</Trans>
  </Text>
);
