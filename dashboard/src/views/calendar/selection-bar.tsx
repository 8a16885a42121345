import { Button, Group, Paper, Text } from '@mantine/core';
import { plural } from '../../parts/act-on-all.js';
import classes from './calendar.module.css';

interface SelectionBarProps {
  count: number;
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** What can be done with the selected posts, at the lower edge of the window. */
export const SelectionBar = ({ count, onMove, onDelete, onClear }: SelectionBarProps) => (
  <Paper component="section" aria-label="Selection" withBorder shadow="lg" radius="lg" className={classes.selection}>
    <Group gap="xs">
      <Text size="sm" role="status">
        {plural(count, 'post')} selected
      </Text>
      <Button size="compact-sm" variant="default" onClick={onMove}>
        Move…
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={onDelete}>
        Delete
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  </Paper>
);
