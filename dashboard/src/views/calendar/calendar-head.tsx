import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react';
import { oneOf } from '../../parts/one-of.js';
import classes from './calendar.module.css';
import { VIEWS, type View } from './calendar-search.js';

interface CalendarHeadProps {
  view: View;
  range: string;
  /** The number of posts; undefined before it is known. */
  total: number | undefined;
  onView: (view: View) => void;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
}

const LABELS: Record<View, MessageDescriptor> = { month: msg`Month`, week: msg`Week`, day: msg`Day`, list: msg`List` };
const PREVIOUS: Record<View, MessageDescriptor> = {
  month: msg`Previous month`,
  week: msg`Previous week`,
  day: msg`Previous day`,
  list: msg`Previous four weeks`,
};
const NEXT: Record<View, MessageDescriptor> = {
  month: msg`Next month`,
  week: msg`Next week`,
  day: msg`Next day`,
  list: msg`Next four weeks`,
};

/** What is shown, the way to the days before and after, and the choice of the view. */
export const CalendarHead = ({ view, range, total, onView, onStep, onToday }: CalendarHeadProps) => (
  <>
    <Button size="xs" variant="default" onClick={onToday}>
      <Trans>Today</Trans>
    </Button>
    <Group gap={0} wrap="nowrap">
      <ActionIcon variant="subtle" color="gray" aria-label={t(PREVIOUS[view])} onClick={() => onStep(-1)}>
        <ChevronLeftIcon />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={t(NEXT[view])} onClick={() => onStep(1)}>
        <ChevronRightIcon />
      </ActionIcon>
    </Group>
    <Text component="span" className={classes.range} aria-live="polite">
      {range}
    </Text>
    <SegmentedControl
      size="xs"
      aria-label={t`View`}
      data={VIEWS.map((value) => ({ value, label: t(LABELS[value]) }))}
      value={view}
      onChange={(value) => onView(oneOf(VIEWS, value) ?? 'month')}
    />
    <span className={classes.count} role="status">
      {total !== undefined && <Plural value={total} one="# post" other="# posts" />}
    </span>
  </>
);
