import { Select } from '@mantine/core';
import { TIME_ZONES, useTimeZone } from './time.js';

/** Shows the time zone of all times, and changes it. */
export function TimeZoneSelect() {
  const [timeZone, setTimeZone] = useTimeZone();
  return (
    <Select
      label="Time zone"
      data={TIME_ZONES}
      value={timeZone}
      onChange={(chosen) => chosen && setTimeZone(chosen)}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage="There is no such zone"
    />
  );
}
