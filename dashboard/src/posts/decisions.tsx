import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { Time } from '../parts/time.js';
import type { Approval } from './approvals.operations.js';

/** Who decided what, with the comments, oldest first. */
export const Decisions = ({ decisions }: Pick<Approval, 'decisions'>) =>
  decisions.length > 0 && (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Decisions`}>
      {decisions.map(({ decidedBy, decision, comment, decidedAt }) => (
        <li key={`${decidedAt} ${decidedBy}`}>
          <Text size="sm">
            {decision === 'APPROVED' ? (
              <Trans>{decidedBy} approved it</Trans>
            ) : (
              <Trans>{decidedBy} asked for changes</Trans>
            )}
            <Text span size="sm" c="dimmed">
              {' '}
              · <Time at={decidedAt} />
            </Text>
          </Text>
          {comment && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              “{comment}”
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );

type AskedProps = Pick<Approval, 'requestedBy' | 'requestedAt' | 'scheduledTime'>;

/** Who asked for the approval of a post, and when it is to go out. */
export const Asked = ({ requestedBy, requestedAt, scheduledTime }: AskedProps) =>
  scheduledTime ? (
    <Trans>
      {requestedBy} asked on <Time at={requestedAt} /> for <Time at={scheduledTime} />
    </Trans>
  ) : (
    <Trans>
      {requestedBy} asked on <Time at={requestedAt} /> to publish it as soon as it is approved
    </Trans>
  );
