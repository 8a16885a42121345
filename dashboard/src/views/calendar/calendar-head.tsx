import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react';
import { plural } from '../../parts/act-on-all.js';
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

const LABELS: Record<View, string> = { month: 'Month', week: 'Week', day: 'Day', list: 'List' };
const UNITS: Record<View, string> = { month: 'month', week: 'week', day: 'day', list: 'four weeks' };

/** What is shown, the way to the days before and after, and the choice of the view. */
export const CalendarHead = ({ view, range, total, onView, onStep, onToday }: CalendarHeadProps) => (
  <>
    <Button size="xs" variant="default" onClick={onToday}>
      Today
    </Button>
    <Group gap={0} wrap="nowrap">
      <ActionIcon variant="subtle" color="gray" aria-label={`Previous ${UNITS[view]}`} onClick={() => onStep(-1)}>
        <ChevronLeftIcon />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={`Next ${UNITS[view]}`} onClick={() => onStep(1)}>
        <ChevronRightIcon />
      </ActionIcon>
    </Group>
    <Text component="span" className={classes.range} aria-live="polite">
      {range}
    </Text>
    <SegmentedControl
      size="xs"
      aria-label="View"
      data={VIEWS.map((value) => ({ value, label: LABELS[value] }))}
      value={view}
      onChange={(value) => onView(oneOf(VIEWS, value) ?? 'month')}
    />
    <span className={classes.count} role="status">
      {total !== undefined && plural(total, 'post')}
    </span>
  </>
);
