import { t } from '@lingui/core/macro';
import { type ComboboxProps, Select } from '@mantine/core';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../api/failure.js';
import { graphql } from '../api/graphql.js';
import { showFailure } from './failure-notice.js';
import { useMay } from './may.js';
import { BROWSER_ZONE, TIME_ZONES, useShownTimeZone, useTimeZone } from './time.js';

const TIME_ZONE = graphql(`
  query TimeZone {
    viewer {
      id
      timeZone
    }
  }
`);

const CHANGE_TIME_ZONE = graphql(`
  mutation ChangeTimeZone($input: ChangeTimeZoneInput!) {
    changeTimeZone(input: $input) {
      viewer {
        id
        timeZone
      }
    }
  }
`);

/** The value of the option for no zone of the account. */
const AS_BROWSER = 'browser';

interface TimeZoneSelectProps {
  /** Inside of a popover, its list must not be in a portal. */
  comboboxProps?: ComboboxProps;
}

/** Shows the time zone of all times, and changes it for the account: it is the same on the person's other devices. */
export function TimeZoneSelect({ comboboxProps }: TimeZoneSelectProps) {
  const [{ data }] = useQuery({ query: TIME_ZONE });
  const [{ fetching }, changeTimeZone] = useMutation(CHANGE_TIME_ZONE);
  const accountZone = data?.viewer?.timeZone;
  useShownTimeZone(accountZone);
  const shown = useTimeZone();
  const zones = TIME_ZONES.includes(shown) ? TIME_ZONES : [shown, ...TIME_ZONES];
  const mayChange = useMay('MANAGE');
  const change = async (chosen: string | null) => {
    if (chosen === null) return;
    const failure = failureOf(await changeTimeZone({ input: { timeZone: chosen === AS_BROWSER ? null : chosen } }));
    if (failure) showFailure(failure);
  };
  return (
    <Select
      label={t`Time zone`}
      data={[{ value: AS_BROWSER, label: t`As in this browser (${BROWSER_ZONE})` }, ...zones]}
      value={accountZone === null ? AS_BROWSER : shown}
      onChange={change}
      // A disabled field would lose the focus.
      readOnly={fetching || !mayChange}
      {...(!mayChange && { description: t`Of the account. Its owner and admins change it.` })}
      allowDeselect={false}
      searchable
      limit={100}
      {...(comboboxProps && { comboboxProps })}
      nothingFoundMessage={t`There is no such zone`}
    />
  );
}
