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
            {decidedBy} {decision === 'APPROVED' ? t`approved it` : t`asked for changes`}
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

/** When a post of a request is to go out. */
export const WantedTime = ({ scheduledTime }: Pick<Approval, 'scheduledTime'>) =>
  scheduledTime ? (
    <Trans>
      for <Time at={scheduledTime} />
    </Trans>
  ) : (
    t`to publish it as soon as it is approved`
  );
