import { SegmentedControl, Stack, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { toEntered, toInstant, useTimeZone } from '../../parts/time.js';
import type { DraftState } from './use-draft.js';

const HOUR_MS = 3_600_000;

/** A whole hour, at least one from now. */
const soon = () => new Date(Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();

/** With the difference to UTC: an hour of the change to winter time comes twice. */
const inFull = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(new Date(at));

/** When it goes out. */
export function Timing({ draft, change }: Pick<DraftState, 'draft' | 'change'>) {
  const [timeZone] = useTimeZone();
  const { at } = draft;
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="When"
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a time' },
        ]}
        value={at === null ? 'now' : 'later'}
        onChange={(when) => change({ at: when === 'now' ? null : soon() })}
      />
      {at !== null && (
        <>
          <DateTimePicker
            label="Time"
            description={`${timeZone}: ${inFull(at, timeZone)}`}
            dropdownType="modal"
            submitButtonProps={{ 'aria-label': 'Done' }}
            value={toEntered(at, timeZone)}
            onChange={(value) => value && change({ at: toInstant(value, timeZone) })}
          />
          {Date.parse(at) <= Date.now() && (
            <Text size="sm" c="dimmed">
              This time has passed: it goes out at once.
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
