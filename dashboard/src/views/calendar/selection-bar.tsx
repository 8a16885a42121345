import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Text } from '@mantine/core';
import classes from './calendar.module.css';

interface SelectionBarProps {
  count: number;
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** What can be done with the selected posts, at the lower edge of the window. */
export const SelectionBar = ({ count, onMove, onDelete, onClear }: SelectionBarProps) => (
  <Paper component="section" aria-label={t`Selection`} withBorder shadow="lg" radius="lg" className={classes.selection}>
    <Group gap="xs">
      <Text size="sm" role="status">
        <Plural value={count} one="# post selected" other="# posts selected" />
      </Text>
      <Button size="compact-sm" variant="default" onClick={onMove}>
        <Trans>Move…</Trans>
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        <Trans>Clear</Trans>
      </Button>
    </Group>
  </Paper>
);
