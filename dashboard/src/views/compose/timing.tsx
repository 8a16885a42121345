import { SegmentedControl, Stack, Text } from '@mantine/core';
import { TimePicker } from '../../parts/time-picker.js';
import type { DraftState } from './use-draft.js';

const HOUR_MS = 3_600_000;

/** A whole hour, at least one from now. */
const soon = () => new Date(Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();

/** When it goes out. */
export function Timing({ draft, change }: Pick<DraftState, 'draft' | 'change'>) {
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
          <TimePicker label="Time" at={at} onChange={(changed) => change({ at: changed })} />
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
