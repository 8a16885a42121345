import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Chip, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { nextHour, Time, toEntered, useTimeZone } from '../../parts/time.js';
import { TimePicker } from '../../parts/time-picker.js';
import { CREATE_RECURRENCE, RECURRENCE_TIMES, type Recurrence, UPDATE_RECURRENCE } from './recurring.operations.js';
import {
  DAYS,
  type Day,
  dayName,
  dayOf,
  ENDS,
  type End,
  FREQUENCIES,
  type Frequency,
  type Repeat,
  repeatOf,
  ruleOf,
} from './repeat-rule.js';
import { TextsField } from './texts-field.js';

interface RepeatFormProps {
  /** A post that is to be repeated, or what is changed: from an occurrence on, or all that was not sent. */
  of: { postGroupId: string } | { recurrence: Recurrence; from: string | null };
  onSaved: () => void;
  onClose: () => void;
}

const WAIT_MS = 300;

/** How often a post is repeated, until when, and with which texts. */
export function RepeatForm({ of, onSaved, onClose }: RepeatFormProps) {
  const known = 'recurrence' in of ? of.recurrence : null;
  const from = 'recurrence' in of ? of.from : null;
  const accountZone = useTimeZone();
  const timeZone = known?.timeZone ?? accountZone;
  const [startsAt, setStart] = useState(from ?? known?.startsAt ?? nextHour());
  const [repeat, setRepeat] = useState<Repeat>(() =>
    repeatOf(known?.rule ?? `FREQ=WEEKLY;BYDAY=${dayOf(toEntered(startsAt, timeZone))}`),
  );
  const [texts, setTexts] = useState<readonly string[]>(known?.texts ?? []);
  const change = (part: Partial<Repeat>) => setRepeat((before) => ({ ...before, ...part }));
  const entered = toEntered(startsAt, timeZone);
  const rule = ruleOf(repeat, entered);
  const [, create] = useMutation(CREATE_RECURRENCE);
  const [, update] = useMutation(UPDATE_RECURRENCE);
  const submit = async (): Promise<Failure | null> => {
    // A rule that counts goes on with what is left of it.
    const changes = {
      ...(rule !== known?.rule && { rule }),
      ...(startsAt !== (from ?? known?.startsAt) && { startsAt }),
    };
    const result =
      'recurrence' in of
        ? await update({ input: { recurrenceId: of.recurrence.id, from, ...changes, texts: [...texts] } })
        : await create({ input: { postGroupId: of.postGroupId, rule, timeZone, startsAt, texts: [...texts] } });
    const failure = failureOf(result);
    if (failure) return failure;
    showDone(known ? t`Recurring post changed` : t`The post is repeated`);
    onSaved();
    return null;
  };
  const title = from ? t`Change this and the following posts` : known ? t`Change the recurring post` : t`Repeat a post`;
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Form action={known ? t`Save` : t`Repeat`} onSubmit={submit}>
        <TimePicker label={t`First post`} at={startsAt} onChange={setStart} autoFocus />
        <Select
          label={t`Repeat`}
          data={Object.entries(FREQUENCIES).map(([value, label]) => ({ value, label: t(label) }))}
          value={repeat.frequency}
          allowDeselect={false}
          onChange={(frequency) => change({ frequency: frequency as Frequency, rule })}
        />
        {repeat.frequency === 'WEEKLY' && (
          <Chip.Group multiple value={[...repeat.days]} onChange={(days) => change({ days: days as Day[] })}>
            <Group gap={6} role="group" aria-label={t`Days`}>
              {DAYS.map((day) => (
                <Chip key={day} value={day} size="xs" aria-label={dayName(day)}>
                  {dayName(day, 'short')}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
        {repeat.frequency === 'CUSTOM' ? (
          <TextInput
            label={t`Rule`}
            description={t`An RRULE of RFC 5545, such as FREQ=MONTHLY;BYDAY=1MO for the first Monday of each month.`}
            required
            withAsterisk={false}
            maxLength={300}
            value={repeat.rule}
            onChange={({ currentTarget }) => change({ rule: currentTarget.value })}
          />
        ) : (
          <Ends repeat={repeat} change={change} />
        )}
        <TextsField texts={texts} onChange={setTexts} />
        <Preview rule={rule} timeZone={timeZone} startsAt={startsAt} />
      </Form>
    </Dialog>
  );
}

function Ends({ repeat, change }: { repeat: Repeat; change: (part: Partial<Repeat>) => void }) {
  return (
    <Group align="flex-end" gap="sm" grow>
      <Select
        label={t`Ends`}
        data={Object.entries(ENDS).map(([value, label]) => ({ value, label: t(label) }))}
        value={repeat.end}
        allowDeselect={false}
        onChange={(end) => change({ end: end as End })}
      />
      {repeat.end === 'COUNT' && (
        <NumberInput
          label={t`Posts`}
          min={1}
          max={1000}
          allowDecimal={false}
          value={repeat.count}
          onChange={(count) => change({ count: Number(count) || 1 })}
        />
      )}
      {repeat.end === 'UNTIL' && (
        <TextInput
          label={t`Last day`}
          type="date"
          required
          withAsterisk={false}
          value={repeat.until}
          onChange={({ currentTarget }) => change({ until: currentTarget.value })}
        />
      )}
    </Group>
  );
}

/** The times that the rule has, or why it has none. */
function Preview(given: { rule: string; timeZone: string; startsAt: string }) {
  const [{ rule, timeZone, startsAt }] = useDebouncedValue(given, WAIT_MS);
  const [{ data, ...state }] = useQuery({ query: RECURRENCE_TIMES, variables: { rule, timeZone, startsAt } });
  const failure = failureOf(state);
  const times = data?.recurrenceTimes ?? [];
  return (
    <Stack gap={2} role="status">
      <Text size="sm" fw={500}>
        <Trans>Next times</Trans>
      </Text>
      {failure && (
        <Text size="sm" c="var(--mantine-color-error)">
          {failure.message}
        </Text>
      )}
      {!failure && data && times.length === 0 && (
        <Text size="sm">
          <Trans>None: the rule has ended.</Trans>
        </Text>
      )}
      {!failure &&
        times.map((at) => (
          <Text key={at} size="sm" c="dimmed">
            <Time at={at} />
          </Text>
        ))}
      {/BYMONTHDAY=(29|3)/.test(rule) && (
        <Text size="sm">
          <Trans>Months without this day are left out. Choose the last day of the month to have one in each.</Trans>
        </Text>
      )}
    </Stack>
  );
}
