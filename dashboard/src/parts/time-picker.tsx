import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { toEntered, toInstant, useTimeZone } from './time.js';

interface TimePickerProps {
  label: string;
  /** An instant. */
  at: string;
  onChange: (at: string) => void;
  autoFocus?: boolean;
}

/** With the difference to UTC, because an hour occurs twice when summer time ends. */
const inFull = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(new Date(at));

/** An instant, in the time zone of the viewer. */
export function TimePicker({ label, at, onChange, autoFocus = false }: TimePickerProps) {
  const [timeZone] = useTimeZone();
  return (
    <DateTimePicker
      label={label}
      description={`${timeZone}: ${inFull(at, timeZone)}`}
      dropdownType="modal"
      modalProps={{ title: label, closeButtonProps: { 'aria-label': 'Close' } }}
      previousLabel="Previous"
      nextLabel="Next"
      hideOutsideDates
      weekendDays={[]}
      submitButtonProps={{ 'aria-label': 'Done' }}
      value={toEntered(at, timeZone)}
      onChange={(value) => value && onChange(toInstant(value, timeZone))}
      data-autofocus={autoFocus || undefined}
    />
  );
}
