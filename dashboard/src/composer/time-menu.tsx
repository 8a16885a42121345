import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { InlineDateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { CalendarIcon, TriangleDownIcon, ZapIcon } from '@primer/octicons-react';
import { memo, useState } from 'react';
import { cityOf, FIRST_DAY_OF_WEEK, shortTime } from '../parts/formats.js';
import { Time, toEntered, toInstant, useTimeZone } from '../parts/time.js';
import classes from './bar.module.css';
import { proposals } from './proposals.js';
import type { DraftState } from './use-draft.js';

interface TimeMenuProps extends Pick<DraftState, 'change'> {
  /** An instant; null: now. */
  at: string | null;
  isDisabled: boolean;
  /** What no time means: the post is published now, or as soon as it is approved. */
  whenApproved: boolean;
}

/** When the post goes out: now, a usual time, or any other. */
export const TimeMenu = memo(function TimeMenu({ at, change, isDisabled, whenApproved }: TimeMenuProps) {
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: string | null) => {
    change({ at: chosen });
    setOpen(false);
  };
  const none = whenApproved ? 'Once approved' : 'Now';
  const isPast = at !== null && Date.parse(at) <= Date.now();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          disabled={isDisabled}
          aria-label={`When: ${at === null ? none.toLowerCase() : shortTime(at, timeZone)}`}
          leftSection={at === null ? <ZapIcon /> : <CalendarIcon />}
          rightSection={<TriangleDownIcon />}
          className={classes.timeButton}
          onClick={() => setOpen(!isOpen)}
        >
          {at === null ? none : <Time at={at} />}
        </Button>
      </Popover.Target>
      <Popover.Dropdown w={312} aria-label="When">
        <Stack gap="xs">
          <Group gap={6}>
            <Button size="compact-sm" variant={at === null ? 'light' : 'default'} onClick={() => choose(null)}>
              {whenApproved ? 'As soon as it is approved' : none}
            </Button>
            {proposals(new Date(), timeZone).map(({ label, at: proposed }) => (
              <Button key={label} size="compact-sm" variant="default" onClick={() => choose(proposed)}>
                {label}
              </Button>
            ))}
          </Group>
          <InlineDateTimePicker
            value={at === null ? null : toEntered(at, timeZone)}
            onChange={(value) => value && change({ at: toInstant(value, timeZone) })}
            hideOutsideDates
            classNames={{ day: classes.day }}
            firstDayOfWeek={FIRST_DAY_OF_WEEK}
            weekendDays={[]}
            previousLabel="Previous"
            nextLabel="Next"
            timePickerProps={{ 'aria-label': 'Time of day' }}
            submitButtonProps={{ 'aria-label': 'Done' }}
            onSubmit={() => setOpen(false)}
          />
          <Text size="xs" c="dimmed">
            Time in {cityOf(timeZone)}
          </Text>
          {isPast && (
            <Text size="sm" c="dimmed">
              {whenApproved
                ? 'This time has passed: choose a later one.'
                : 'This time has passed: the post goes out immediately.'}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
});
