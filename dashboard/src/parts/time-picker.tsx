import { t } from '@lingui/core/macro';
import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { LANGUAGE } from '../language/language.js';
import { FIRST_DAY_OF_WEEK, fullTime } from './formats.js';
import { toEntered, toInstant, useTimeZone } from './time.js';

interface TimePickerProps {
  label: string;
  /** An instant. */
  at: string;
  onChange: (at: string) => void;
  autoFocus?: boolean;
}

/** An instant, in the time zone of the viewer. */
export function TimePicker({ label, at, onChange, autoFocus = false }: TimePickerProps) {
  const timeZone = useTimeZone();
  return (
    <DateTimePicker
      label={label}
      description={`${fullTime(at, timeZone)}, ${timeZone}`}
      dropdownType="modal"
      locale={LANGUAGE}
      firstDayOfWeek={FIRST_DAY_OF_WEEK}
      modalProps={{ title: label, closeButtonProps: { 'aria-label': t`Close` } }}
      previousLabel={t`Previous`}
      nextLabel={t`Next`}
      hideOutsideDates
      weekendDays={[]}
      submitButtonProps={{ 'aria-label': t`Done` }}
      value={toEntered(at, timeZone)}
      onChange={(value) => value && onChange(toInstant(value, timeZone))}
      data-autofocus={autoFocus || undefined}
    />
  );
}
