import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Group, type MantineColorScheme, SegmentedControl, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { Panel } from '../../parts/panel.js';
import { useHasShortcuts } from '../../parts/shortcuts.js';

const THEMES: { value: MantineColorScheme; label: MessageDescriptor }[] = [
  { value: 'auto', label: msg`As the device` },
  { value: 'light', label: msg`Light` },
  { value: 'dark', label: msg`Dark` },
];

/** How the dashboard looks and behaves in this browser, which keeps it. */
export function InThisBrowser() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [hasShortcuts, setHasShortcuts] = useHasShortcuts();
  return (
    <Panel title={t`In this browser`}>
      <Stack gap="sm" align="flex-start">
        <Group>
          <SegmentedControl
            aria-label={t`Theme`}
            data={THEMES.map(({ value, label }) => ({ value, label: t(label) }))}
            value={colorScheme}
            onChange={setColorScheme}
          />
        </Group>
        <Switch
          label={t`Shortcuts of a single key`}
          description={t`h: home, n: new post, c: calendar, /: posts, ?: all shortcuts`}
          checked={hasShortcuts}
          onChange={({ currentTarget }) => setHasShortcuts(currentTarget.checked)}
        />
      </Stack>
    </Panel>
  );
}
