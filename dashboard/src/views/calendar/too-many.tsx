import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { Time } from '../../parts/time.js';

interface TooManyProps {
  shown: number;
  total: number | undefined;
  /** The time of the last post that is shown. */
  last: string | undefined;
}

/** Says which posts the calendar does not show. */
export const TooMany = ({ shown, total = 0, last }: TooManyProps) =>
  shown < total &&
  last && (
    <Alert color="orange" p="xs">
      <Trans>
        The first {shown} of {total} posts. Those after <Time at={last} /> are not shown: choose a shorter range, or
        fewer accounts.
      </Trans>
    </Alert>
  );
