import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { toEntered, toInstant, useTimeZone } from './time.js';

interface RescheduleProps {
  title: string;
  /** The time that is proposed; null: in an hour. */
  from: string | null;
  /** What becomes of a time that has passed. */
  pastMeans?: string;
  onSchedule: (at: string) => void;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;

/** Asks for a time. */
export function Reschedule({ title, from, pastMeans = 'now', onSchedule, onClose }: RescheduleProps) {
  const [timeZone] = useTimeZone();
  const [entered, setEntered] = useState(() => toEntered(from ?? new Date(Date.now() + HOUR_MS), timeZone));
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <DateTimePicker
          label="Time"
          description={timeZone}
          dropdownType="modal"
          submitButtonProps={{ 'aria-label': 'Done' }}
          value={entered}
          onChange={(value) => value && setEntered(value)}
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          A time that has passed means {pastMeans}.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              onClose();
              onSchedule(toInstant(entered, timeZone));
            }}
          >
            Schedule
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
