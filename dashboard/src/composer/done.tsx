import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import { useEffect, useRef } from 'react';
import { Time } from '../parts/time.js';
import type { ComposedGroup } from './compose.operations.js';
import type { Wish } from './use-submit.js';

interface DoneProps {
  group: ComposedGroup;
  wish: Wish;
  onAnother: () => void;
  onClose: () => void;
}

const TITLES: Record<Wish, MessageDescriptor> = {
  draft: msg`Saved as draft`,
  send: msg`Post scheduled`,
  ask: msg`You asked for approval`,
  repeat: msg`Saved as draft`,
};

/** Shown in a panel in place of the composer after a post was stored: the next post is one key away. */
export function Done({ group: { scheduledTime }, wish, onAnother, onClose }: DoneProps) {
  const another = useRef<HTMLButtonElement>(null);
  useEffect(() => another.current?.focus(), []);
  return (
    <Stack align="center" py="xl" gap="md">
      <CheckCircleIcon size={32} />
      <Title order={2} size="h4" role="status">
        {t(TITLES[wish])}
      </Title>
      {scheduledTime && (
        <Text c="dimmed">
          <Time at={scheduledTime} />
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button ref={another} onClick={onAnother}>
          {wish === 'send' ? t`Schedule another` : t`Write another`}
        </Button>
      </Group>
    </Stack>
  );
}
