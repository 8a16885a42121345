import { Group, type MantineColorScheme, SegmentedControl, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { Panel } from '../../parts/panel.js';
import { useHasShortcuts } from '../../parts/shortcuts.js';

const THEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** How the dashboard looks and behaves in this browser, which keeps it. */
export function InThisBrowser() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [hasShortcuts, setHasShortcuts] = useHasShortcuts();
  return (
    <Panel title="In this browser">
      <Stack gap="sm" align="flex-start">
        <Group>
          <SegmentedControl aria-label="Theme" data={THEMES} value={colorScheme} onChange={setColorScheme} />
        </Group>
        <Switch
          label="Shortcuts of a single key"
          description="h: home, n: new post, c: calendar, /: posts, ?: all shortcuts"
          checked={hasShortcuts}
          onChange={({ currentTarget }) => setHasShortcuts(currentTarget.checked)}
        />
      </Stack>
    </Panel>
  );
}
