import { t } from '@lingui/core/macro';
import { Group, Kbd, Stack, Switch, Text } from '@mantine/core';
import { Dialog } from '../parts/dialog.js';
import { modKey, useHasShortcuts } from '../parts/shortcuts.js';
import { useNavigation, withShortcut } from './navigation.js';

const further = (): readonly (readonly [keys: readonly string[], does: string])[] => [
  [[modKey(), 'K'], t`Search and commands`],
  [[modKey(), 'Enter'], t`In a post: send`],
  [[modKey(), 'S'], t`In a post: save`],
  [['R'], t`In the calendar, on a post: reschedule`],
];

/** All shortcuts, and the switch for those of a single key. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [hasShortcuts, setHasShortcuts] = useHasShortcuts();
  const shortcuts = withShortcut(useNavigation());
  const single = [
    ...shortcuts.map(({ shortcut, label }) => [[shortcut], label] as const),
    [['?'], t`This list`] as const,
  ];
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <Stack gap="xs">
        {[...further(), ...(hasShortcuts ? single : [])].map(([keys, does]) => (
          <Group key={does} justify="space-between" wrap="nowrap">
            <Text>{does}</Text>
            <Group gap={4} wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
        <Switch
          mt="sm"
          label={t`Shortcuts of a single key`}
          checked={hasShortcuts}
          onChange={({ currentTarget }) => setHasShortcuts(currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
