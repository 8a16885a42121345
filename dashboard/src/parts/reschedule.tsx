import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.js';
import { TimePicker } from './time-picker.js';

interface RescheduleProps {
  title: string;
  /** The time that is proposed; null: one hour from now. */
  from: string | null;
  /** What happens if the time has passed, in a sentence. */
  ifPast?: string;
  /** A further note about the time. */
  note?: string;
  onSchedule: (at: string) => void;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;

/** A dialog for a new time. */
export function Reschedule({ title, from, ifPast, note, onSchedule, onClose }: RescheduleProps) {
  const [at, setAt] = useState(() => from ?? new Date(Date.now() + HOUR_MS).toISOString());
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <TimePicker label={t`Time`} at={at} onChange={setAt} autoFocus />
        <Text size="sm" c="dimmed">
          {note} {ifPast ?? t`A time that has passed means now.`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            onClick={() => {
              onClose();
              onSchedule(at);
            }}
          >
            <Trans>Schedule</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
