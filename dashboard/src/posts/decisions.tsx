import { Stack, Text } from '@mantine/core';
import { Time } from '../parts/time.js';
import type { Approval } from './approvals.operations.js';

/** Who decided what, with the comments, oldest first. */
export const Decisions = ({ decisions }: Pick<Approval, 'decisions'>) =>
  decisions.length > 0 && (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Decisions">
      {decisions.map(({ decidedBy, decision, comment, decidedAt }) => (
        <li key={`${decidedAt} ${decidedBy}`}>
          <Text size="sm">
            {decidedBy} {decision === 'APPROVED' ? 'approved it' : 'asked for changes'}
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
    <>
      for <Time at={scheduledTime} />
    </>
  ) : (
    'to publish it as soon as it is approved'
  );
