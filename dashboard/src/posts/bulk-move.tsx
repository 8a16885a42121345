import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { nextHour, Time, useTimeZone } from '../parts/time.js';
import { TimePicker } from '../parts/time-picker.js';
import { BulkDialog } from './bulk-dialog.js';
import { type BulkPost, DAYS_AND_WEEKS, inOrder, planTimes, type TimePlan, UNITS, type Unit } from './bulk-plan.js';
import { Amount, UnitSelect } from './distance-fields.js';
import { useBulkChanges } from './use-bulk-changes.js';

interface BulkMoveProps {
  posts: BulkPost[];
  onDone: () => void;
  onClose: () => void;
}

const KINDS = [
  {
    value: 'shift',
    get label() {
      return t`Shift`;
    },
  },
  {
    value: 'first',
    get label() {
      return t`Start at`;
    },
  },
  {
    value: 'spread',
    get label() {
      return t`Spread`;
    },
  },
];

/** Gives many posts other times, and shows each before it happens. */
export function BulkMove({ posts, onDone, onClose }: BulkMoveProps) {
  const timeZone = useTimeZone();
  const changes = useBulkChanges();
  const first = inOrder(posts).find(({ status }) => status === 'SCHEDULED')?.scheduledTime ?? null;
  const [kind, setKind] = useState<TimePlan['kind']>(first ? 'shift' : 'spread');
  const [amount, setAmount] = useState(1);
  const [unit, setUnit] = useState<'day' | 'week'>('day');
  const [isEarlier, setEarlier] = useState(false);
  const [at, setAt] = useState(() => first ?? nextHour());
  const [every, setEvery] = useState(1);
  const [distance, setDistance] = useState<Unit>('day');
  const rows = useMemo(() => {
    const plan: TimePlan =
      kind === 'shift'
        ? { kind, amount: isEarlier ? -amount : amount, unit }
        : kind === 'first'
          ? { kind, at }
          : { kind, at, every, unit: distance };
    return planTimes(posts, plan, timeZone, Date.now()).map((planned) => ({
      ...planned,
      before: planned.post.scheduledTime ? <Time at={planned.post.scheduledTime} /> : t`Draft`,
      after: planned.to && <Time at={planned.to} />,
    }));
  }, [posts, kind, amount, unit, isEarlier, at, every, distance, timeZone]);
  return (
    <BulkDialog
      title={plural(posts.length, { one: 'Move # post', other: 'Move # posts' })}
      action={(count) => plural(count, { one: 'Move # post', other: 'Move # posts' })}
      done={(count) => plural(count, { one: '# post moved', other: '# posts moved' })}
      rows={rows}
      // A draft with a time stays one when it is shifted.
      act={({ post, to }) => changes.move(post, to ?? '', kind === 'shift' && post.status === 'DRAFT')}
      onDone={onDone}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t`How`}
          data={KINDS}
          value={kind}
          onChange={(value) => setKind(value as TimePlan['kind'])}
        />
        {kind === 'shift' && (
          <Group gap="xs" align="end">
            <Amount label={t({ message: 'By', context: 'amount' })} value={amount} onChange={setAmount} />
            <UnitSelect units={DAYS_AND_WEEKS} amount={amount} value={unit} onChange={setUnit} />
            <SegmentedControl
              aria-label={t`Direction`}
              data={[
                { value: 'later', label: t`Later` },
                { value: 'earlier', label: t`Earlier` },
              ]}
              value={isEarlier ? 'earlier' : 'later'}
              onChange={(value) => setEarlier(value === 'earlier')}
            />
          </Group>
        )}
        {kind !== 'shift' && <TimePicker label={t`Start at`} at={at} onChange={setAt} />}
        {kind === 'spread' && (
          <Group gap="xs" align="end">
            <Amount label={t`Then every`} value={every} onChange={setEvery} />
            <UnitSelect units={UNITS} amount={every} value={distance} onChange={setDistance} />
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {t(NOTES[kind])}
        </Text>
      </Stack>
    </BulkDialog>
  );
}

const NOTES: Record<TimePlan['kind'], MessageDescriptor> = {
  shift: msg`The time on the clock stays the same, also when summer time begins or ends.`,
  first: msg`The others keep their distance to the first. Posts without a time start with it. Drafts are scheduled.`,
  spread: msg`One after another, in the order of their times. Drafts are scheduled.`,
};
