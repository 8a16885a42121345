import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Text } from '@mantine/core';
import { formatNumber } from '../../parts/formats.js';
import { Time } from '../../parts/time.js';
import type { StatisticFailure } from './network.operations.js';

interface CountProps {
  label: string;
  /** Null where the platform provides none. */
  count: number | null;
  failure: StatisticFailure | null;
}

/** A number of the platform, or why there is none. */
export const Count = ({ label, count, failure }: CountProps) => (
  <Paper component="li" withBorder p="sm">
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    {failure ? (
      <Missing failure={failure} />
    ) : (
      <Text fz="h3">{count === null ? t`Not provided` : formatNumber(count)}</Text>
    )}
  </Paper>
);

export const Missing = ({ failure: { message, retryAt } }: { failure: StatisticFailure }) => (
  <Text size="sm">
    {message}
    {retryAt && (
      <>
        {' '}
        <Trans>
          It can be read again at <Time at={retryAt} />.
        </Trans>
      </>
    )}
  </Text>
);
