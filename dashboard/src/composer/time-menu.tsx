import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { InlineDateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { CalendarIcon, ClockIcon, SyncIcon, TriangleDownIcon, ZapIcon } from '@primer/octicons-react';
import { memo, useState } from 'react';
import { LANGUAGE } from '../language/language.js';
import { cityOf, FIRST_DAY_OF_WEEK, shortTime } from '../parts/formats.js';
import { Time, toEntered, toInstant, useTimeZone } from '../parts/time.js';
import classes from './bar.module.css';
import type { Draft } from './draft.js';
import { proposals } from './proposals.js';
import type { DraftState } from './use-draft.js';
import type { Queue } from './use-queue.js';

interface TimeMenuProps extends Pick<DraftState, 'change'> {
  /** An instant; null: now, or in the queue. */
  at: string | null;
  /** The queue for the accounts of the post. */
  queue: Queue | null;
  isQueued: boolean;
  isDisabled: boolean;
  /** What no time means: the post is published now, or as soon as it is approved. */
  whenApproved: boolean;
  /** Saves the post as a draft that is repeated; null: it is scheduled. */
  onRepeat: (() => void) | null;
}

/** When the post goes out: at the next free time of a queue, now, at a usual time, or at any other. */
export const TimeMenu = memo(function TimeMenu(props: TimeMenuProps) {
  const { at, queue, isQueued, change, isDisabled, whenApproved, onRepeat } = props;
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: Pick<Draft, 'at' | 'timing'>) => {
    change(chosen);
    setOpen(false);
  };
  const none = whenApproved ? t`Once approved` : t`Now`;
  const isNow = at === null && !isQueued;
  const isPast = at !== null && Date.parse(at) <= Date.now();
  const shown = isQueued ? (queue?.next ?? null) : at;
  const label = isQueued ? t`Queue` : none;
  const time = shown && shortTime(shown, timeZone);
  const inWords = isQueued
    ? time
      ? t`When: queue, ${time}`
      : t`When: queue`
    : time
      ? t`When: ${time}`
      : whenApproved
        ? t`When: once approved`
        : t`When: now`;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          disabled={isDisabled}
          aria-label={inWords}
          leftSection={isQueued ? <ClockIcon /> : isNow ? <ZapIcon /> : <CalendarIcon />}
          rightSection={<TriangleDownIcon />}
          className={classes.timeButton}
          onClick={() => setOpen(!isOpen)}
        >
          {shown === null ? label : <Time at={shown} />}
        </Button>
      </Popover.Target>
      <Popover.Dropdown w={312} aria-label={t`When`}>
        <Stack gap="xs">
          {(queue || isQueued) && (
            <Button
              size="compact-sm"
              variant={isQueued ? 'light' : 'default'}
              justify="flex-start"
              leftSection={<ClockIcon />}
              onClick={() => choose({ at: null, timing: 'QUEUE' })}
            >
              {queue?.next ? t`Add to queue: ${shortTime(queue.next, timeZone)}` : t`Add to queue`}
            </Button>
          )}
          <Group gap={6}>
            <Button
              size="compact-sm"
              variant={isNow ? 'light' : 'default'}
              onClick={() => choose({ at: null, timing: 'CHOSEN' })}
            >
              {whenApproved ? t`As soon as it is approved` : none}
            </Button>
            {proposals(new Date(), timeZone).map(({ label: name, at: proposed }) => (
              <Button
                key={name}
                size="compact-sm"
                variant="default"
                onClick={() => choose({ at: proposed, timing: 'CHOSEN' })}
              >
                {name}
              </Button>
            ))}
          </Group>
          <InlineDateTimePicker
            value={at === null ? null : toEntered(at, timeZone)}
            onChange={(value) => value && change({ at: toInstant(value, timeZone), timing: 'CHOSEN' })}
            hideOutsideDates
            classNames={{ day: classes.day }}
            locale={LANGUAGE}
            firstDayOfWeek={FIRST_DAY_OF_WEEK}
            weekendDays={[]}
            previousLabel={t`Previous`}
            nextLabel={t`Next`}
            timePickerProps={{ 'aria-label': t`Time of day` }}
            submitButtonProps={{ 'aria-label': t`Done` }}
            onSubmit={() => setOpen(false)}
          />
          {onRepeat && (
            <Button
              size="compact-sm"
              variant="default"
              justify="flex-start"
              leftSection={<SyncIcon />}
              onClick={() => {
                setOpen(false);
                onRepeat();
              }}
            >
              <Trans>Repeat</Trans>
            </Button>
          )}
          <Text size="xs" c="dimmed">
            <Trans>Time in {cityOf(timeZone)}</Trans>
          </Text>
          {isPast && (
            <Text size="sm" c="dimmed">
              {whenApproved
                ? t`This time has passed: choose a later one.`
                : t`This time has passed: the post goes out immediately.`}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
});
