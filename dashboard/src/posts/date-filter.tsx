import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Divider, Group, Popover, Stack, UnstyledButton } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { CalendarIcon } from '@primer/octicons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { LANGUAGE } from '../language/language.js';
import { FIRST_DAY_OF_WEEK, shortDate } from '../parts/formats.js';
import { toEntered, useTimeZone } from '../parts/time.js';
import classes from './date-filter.module.css';

/** Days as `2026-11-30`; both ends inclusive. */
interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

interface DateFilterProps extends DayRange {
  /** The usual ranges, on a day; omitted: those of posts. */
  presets?: readonly Preset[];
  /** A range is always chosen: there is no `Any date`. */
  isRequired?: boolean;
  onChange: (range: DayRange) => void;
}

const DAY = 'YYYY-MM-DD';
type Day = ReturnType<typeof dayjs>;
export type Preset = readonly [label: string, range: (today: Day) => [from: Day, to: Day]];

const usual = (): readonly Preset[] => [
  [t`Today`, (today) => [today, today]],
  [t`Tomorrow`, (today) => [today.add(1, 'day'), today.add(1, 'day')]],
  [t`Next 7 days`, (today) => [today, today.add(6, 'day')]],
  [t`Next 30 days`, (today) => [today, today.add(29, 'day')]],
  [t`Last 7 days`, (today) => [today.subtract(6, 'day'), today]],
  [t`Last 30 days`, (today) => [today.subtract(29, 'day'), today]],
  [t`This month`, (today) => [today.startOf('month'), today.endOf('month')]],
  [t`Last month`, (today) => [today.subtract(1, 'month').startOf('month'), today.subtract(1, 'month').endOf('month')]],
];

/** Days: a usual range, or any from a calendar. */
export function DateFilter({ from, to, presets = usual(), isRequired = false, onChange }: DateFilterProps) {
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState<string | null>(null);
  const today = dayjs(toEntered(new Date(), timeZone).slice(0, 10));
  const preset = presets.find(([, range]) => {
    const [first, last] = range(today);
    return first.format(DAY) === from && last.format(DAY) === to;
  });
  const choose = (range: DayRange) => {
    setBegun(null);
    setOpen(false);
    onChange(range);
  };
  const shown = [from, to].map((day) => (day ? shortDate(day) : '…'));
  const label = from || to ? (preset?.[0] ?? (from === to ? shown[0] : shown.join(' – '))) : t`Any date`;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant={(from || to) && !isRequired ? 'light' : 'default'}
          leftSection={<CalendarIcon size={14} />}
          aria-label={t`Date: ${label ?? ''}`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t`Date`}>
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <Stack gap={2} className={classes.presets}>
            {presets.map(([name, range]) => {
              const [first, last] = range(today);
              return (
                <UnstyledButton
                  key={name}
                  className={classes.preset}
                  aria-pressed={name === preset?.[0]}
                  onClick={() => choose({ from: first.format(DAY), to: last.format(DAY) })}
                >
                  {name}
                </UnstyledButton>
              );
            })}
            {!isRequired && (
              <>
                <Divider my={4} />
                <UnstyledButton className={classes.preset} onClick={() => choose({ from: undefined, to: undefined })}>
                  <Trans>Any date</Trans>
                </UnstyledButton>
              </>
            )}
          </Stack>
          <DatePicker
            type="range"
            size="sm"
            allowSingleDateInRange
            hideOutsideDates
            locale={LANGUAGE}
            firstDayOfWeek={FIRST_DAY_OF_WEEK}
            weekendDays={[]}
            ariaLabels={{ previousMonth: t`Previous month`, nextMonth: t`Next month` }}
            value={begun ? [begun, null] : [from ?? null, to ?? null]}
            onChange={([first, last]) => {
              if (first && last) choose({ from: first, to: last });
              else setBegun(first);
            }}
          />
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
