import { plural, t } from '@lingui/core/macro';
import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { Time, useTimeZone } from '../parts/time.js';
import { BulkDialog } from './bulk-dialog.js';
import { type BulkPost, DAYS_AND_WEEKS, inOrder, later } from './bulk-plan.js';
import { Amount, UnitSelect } from './distance-fields.js';
import { useBulkChanges } from './use-bulk-changes.js';

interface BulkDuplicateProps {
  posts: BulkPost[];
  onDone: () => void;
  onClose: () => void;
}

/** Copies many posts: as drafts, or to later times. */
export function BulkDuplicate({ posts, onDone, onClose }: BulkDuplicateProps) {
  const changes = useBulkChanges();
  const timeZone = useTimeZone();
  const [isTimed, setTimed] = useState(false);
  const [amount, setAmount] = useState(1);
  const [unit, setUnit] = useState<'day' | 'week'>('week');
  const rows = inOrder(posts).map((post) => {
    const { scheduledTime, allowedActions } = post;
    const to = isTimed && scheduledTime ? later(scheduledTime, amount, unit, timeZone) : null;
    const refusal = !allowedActions.includes('DUPLICATE')
      ? t`None of its accounts is connected`
      : isTimed && !scheduledTime
        ? t`It has no time`
        : to && Date.parse(to) <= Date.now()
          ? t`This time has passed`
          : null;
    return { post, to, refusal, after: to ? <Time at={to} /> : t`Draft` };
  });
  return (
    <BulkDialog
      title={plural(posts.length, { one: 'Duplicate # post', other: 'Duplicate # posts' })}
      action={(count) => plural(count, { one: 'Duplicate # post', other: 'Duplicate # posts' })}
      done={(count) => plural(count, { one: '# copy made', other: '# copies made' })}
      rows={rows}
      act={({ post, to }) => changes.duplicate(post, to)}
      onDone={onDone}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t`The copies`}
          data={[
            { value: 'drafts', label: t`As drafts` },
            { value: 'later', label: t`Schedule later` },
          ]}
          value={isTimed ? 'later' : 'drafts'}
          onChange={(value) => setTimed(value === 'later')}
        />
        {isTimed && (
          <Group gap="xs" align="end">
            <Amount label={t`Later by`} value={amount} onChange={setAmount} />
            <UnitSelect units={DAYS_AND_WEEKS} amount={amount} value={unit} onChange={setUnit} />
          </Group>
        )}
      </Stack>
    </BulkDialog>
  );
}
