import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Select, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { TIME_ZONES, useTimeZone } from '../../parts/time.js';
import type { WeeklyTime } from '../../parts/weekdays.js';
import { AccountsField } from '../../posts/accounts-field.js';
import { useAccountsOf } from '../../posts/use-accounts-of.js';
import { CREATE_SCHEDULE, type Schedule, UPDATE_SCHEDULE } from './queue.operations.js';
import { TimesField } from './times-field.js';
import { inOrder } from './weekly-times.js';

interface ScheduleFormProps {
  /** The one that is edited; null: a new one. */
  schedule: Schedule | null;
  /** Times that the form adds to those of the schedule; a new one has them alone. */
  added?: readonly WeeklyTime[] | undefined;
  /** Posts in its queue. */
  queued: number;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** What a first schedule begins with: workdays at nine. */
const USUAL: readonly WeeklyTime[] = (['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const).map(
  (weekday) => ({ weekday, time: '09:00' }),
);

/** Name, zone, times and accounts of a schedule. */
export function ScheduleForm({ schedule, added, queued, onSaved, onClose }: ScheduleFormProps) {
  const timeZone = useTimeZone();
  const [times, setTimes] = useState<readonly WeeklyTime[]>(() =>
    added ? inOrder([...(schedule?.times ?? []), ...added]) : (schedule?.times ?? USUAL),
  );
  const [isUntimed, setUntimed] = useState(false);
  const accounts = useAccountsOf(schedule?.platformIds ?? []);
  const [moves, setMoves] = useState(false);
  const [, create] = useMutation(CREATE_SCHEDULE);
  const [, update] = useMutation(UPDATE_SCHEDULE);
  const submit = async ({ name = '', timeZone: zone = '' }: Record<string, string>): Promise<Failure | null> => {
    setUntimed(times.length === 0);
    // The field says so.
    if (times.length === 0) return NO_TIMES;
    const fields = { name, timeZone: zone, times: [...times], platformIds: accounts.platformIds };
    const result = schedule
      ? await update({ input: { scheduleId: schedule.id, ...fields, moveQueued: moves } })
      : await create({ input: fields });
    const failure = failureOf(result);
    if (failure) return failure;
    showDone(t`Schedule saved`);
    onSaved(schedule?.id ?? idOf(result.data) ?? '');
    return null;
  };
  return (
    <Dialog onClose={onClose} title={schedule ? t`Edit the schedule` : t`New schedule`} size="lg">
      <Form action={schedule ? t`Save` : t`Create`} onSubmit={submit}>
        <TextInput
          name="name"
          label={t`Name`}
          required
          withAsterisk={false}
          maxLength={100}
          defaultValue={schedule?.name ?? t`Posts`}
          data-autofocus
        />
        <TimesField times={times} onChange={setTimes} error={isUntimed ? t`Add at least one time.` : null} />
        <Select
          name="timeZone"
          label={t`Time zone`}
          description={t`Times keep their hour when clocks change.`}
          data={[...new Set([schedule?.timeZone ?? timeZone, ...TIME_ZONES])]}
          defaultValue={schedule?.timeZone ?? timeZone}
          searchable
          allowDeselect={false}
        />
        <AccountsField label={t`Only for these accounts`} chosen={accounts.chosen} onChoose={accounts.choose} />
        <Text size="xs" c="dimmed" mt={-8}>
          <Trans>Without any, the schedule is for all accounts.</Trans>
        </Text>
        {schedule && queued > 0 && (
          <Switch
            label={t`Move the posts that are in the queue to the new times`}
            description={t`They keep their order. Otherwise they keep their times.`}
            checked={moves}
            onChange={({ currentTarget }) => setMoves(currentTarget.checked)}
          />
        )}
      </Form>
    </Dialog>
  );
}

const NO_TIMES: Failure = {
  code: 'POSTING_TIMES_INVALID',
  get message() {
    return t`A schedule has at least one time.`;
  },
  details: {},
  requestId: null,
};

const idOf = (
  data: { createPostingSchedule?: { postingSchedule: { id: string } } | null } | object | null | undefined,
): string | undefined =>
  data && 'createPostingSchedule' in data ? data.createPostingSchedule?.postingSchedule.id : undefined;
