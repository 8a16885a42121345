import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { MobileMonthView, ScheduleHeader } from '@mantine/schedule';
import classes from './calendar.module.css';
import { type CalendarEvent, EventBody } from './calendar-event.js';
import { type CalendarSearch, VIEWS } from './calendar-search.js';
import wallClock from './wall-clock.js';

interface PhoneMonthProps {
  date: string;
  events: CalendarEvent[];
  onChange: (changes: Partial<CalendarSearch>) => void;
  onOpen: (event: CalendarEvent) => void;
}

/** A month on a narrow screen: its days, and the posts of one of them. */
export function PhoneMonth({ date, events, onChange, onOpen }: PhoneMonthProps) {
  const show = (months: number) =>
    onChange({ date: wallClock(date).startOf('month').add(months, 'month').format('YYYY-MM-DD') });
  return (
    <MobileMonthView
      date={date}
      selectedDate={date}
      onSelectedDateChange={(day) => day && onChange({ date: day.slice(0, 10) })}
      events={events}
      classNames={{ mobileMonthViewDay: classes.phoneDay, mobileMonthViewWeekday: classes.phoneWeekday }}
      // A button has no selected state.
      getDayProps={(day) => ({ 'aria-selected': undefined, 'aria-pressed': day === date })}
      renderHeader={() => (
        <Stack gap="xs" w="100%">
          <Group justify="space-between">
            <ScheduleHeader.Previous onClick={() => show(-1)} />
            <Text fw={600}>{wallClock(date).format('MMMM YYYY')}</Text>
            <ScheduleHeader.Next onClick={() => show(1)} />
          </Group>
          <ScheduleHeader.ViewSelect
            views={VIEWS}
            value="month"
            onChange={(chosen) => onChange({ view: VIEWS.find((one) => one === chosen) })}
          />
        </Stack>
      )}
      renderEvent={(event, { children: _, ...props }) => {
        const { id, payload } = event as CalendarEvent;
        return (
          <UnstyledButton {...props} data-event-id={id} onClick={() => onOpen(event as CalendarEvent)}>
            {payload && <EventBody {...payload} />}
          </UnstyledButton>
        );
      }}
    />
  );
}
