import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Checkbox, Group, Input, Pill, Stack, Text } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { XIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { timeOfDay, WEEKDAYS, type Weekday, type WeeklyTime, weekdayName } from '../../parts/weekdays.js';
import { inOrder } from './weekly-times.js';

interface TimesFieldProps {
  times: readonly WeeklyTime[];
  onChange: (times: WeeklyTime[]) => void;
  error: string | null;
}

const WORKDAYS: readonly Weekday[] = WEEKDAYS.slice(0, 5);

/** The times of each week. One is added to several days in one step. */
export function TimesField({ times, onChange, error }: TimesFieldProps) {
  const [time, setTime] = useState('09:00');
  const [days, setDays] = useState<readonly Weekday[]>(WORKDAYS);
  const isTime = /^\d\d:\d\d$/.test(time);
  const list = useRef<HTMLDivElement>(null);
  const remove = (gone: WeeklyTime) => {
    onChange(times.filter((one) => one.weekday !== gone.weekday || one.time !== gone.time));
    // Its button had the focus.
    list.current?.focus();
  };
  return (
    <Input.Wrapper
      label={t`Times`}
      description={t`One post is published at each of them.`}
      error={error}
      labelElement="div"
    >
      <Stack gap="sm" mt={6}>
        <Stack
          component="ul"
          gap={6}
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t`Times of the week`}
          ref={list}
          tabIndex={-1}
        >
          {WEEKDAYS.map((weekday) => {
            const ofDay = times.filter((one) => one.weekday === weekday);
            return (
              <Group key={weekday} component="li" gap="xs" align="flex-start" wrap="nowrap">
                <Text size="sm" w={96} flex="none" lh="24px">
                  {weekdayName(weekday)}
                </Text>
                <Group gap={6}>
                  {ofDay.length === 0 && (
                    <Text size="sm" c="dimmed" lh="24px">
                      <Trans>No post</Trans>
                    </Text>
                  )}
                  {ofDay.map((one) => (
                    <Pill key={one.time} size="md">
                      <Group gap={2} wrap="nowrap">
                        {timeOfDay(one.time)}
                        <ActionIcon
                          size={20}
                          variant="transparent"
                          color="gray"
                          aria-label={t`Remove ${weekdayName(weekday)} ${timeOfDay(one.time)}`}
                          onClick={() => remove(one)}
                        >
                          <XIcon size={12} />
                        </ActionIcon>
                      </Group>
                    </Pill>
                  ))}
                </Group>
              </Group>
            );
          })}
        </Stack>
        <Group gap="sm" align="flex-end">
          <TimePicker
            label={t`Add a time`}
            value={time}
            onChange={setTime}
            hoursInputLabel={t`Hours`}
            minutesInputLabel={t`Minutes`}
            amPmInputLabel={t`AM or PM`}
          />
          <Checkbox.Group
            aria-label={t`Days of the time`}
            value={[...days]}
            onChange={(chosen) => setDays(WEEKDAYS.filter((weekday) => chosen.includes(weekday)))}
          >
            <Group gap="md">
              {WEEKDAYS.map((weekday) => (
                <Checkbox
                  key={weekday}
                  size="xs"
                  styles={{ label: { paddingInlineStart: 6 } }}
                  value={weekday}
                  label={<span aria-hidden>{weekdayName(weekday, 'short')}</span>}
                  aria-label={weekdayName(weekday)}
                />
              ))}
            </Group>
          </Checkbox.Group>
          <Button
            variant="default"
            disabled={!isTime || days.length === 0}
            onClick={() => onChange(inOrder([...times, ...days.map((weekday) => ({ weekday, time }))]))}
          >
            <Trans>Add</Trans>
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
